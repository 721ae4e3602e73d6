// Made by `make types` from the server's own types. Not to be edited.

export interface SnackMatchView {
  seat: number | null;
  waiting: number[];
  moves: number[];
  options: SnackMatchOptions;
  phase: string;
  round: number;
  rounds: number;
  pile: number;
  diet: SnackMatchDiet[];
  hand: (string | null)[];
  kept: string | null;
  passed: string | null;
  received: string | null;
  making: SnackMatchMaking | null;
  zones: SnackMatchZone[];
  rival: string[];
  rival_points: number | null;
}

export interface SnackMatchOptions {
  seats: number;
  start: number | null;
  deck: string | { [key: string]: { [key: string]: number } };
  diet: "easy" | "hard" | "medium" | "none";
  open: boolean;
  solo_points: "both" | "own";
}

export interface SnackMatchDiet {
  component: string;
  modification: string;
}

/** A placement of one's own that is not settled yet. */
export interface SnackMatchMaking {
  slot: number;
  place: string;
  over: number[];
  under: number[];
  asked: number;
}

export interface SnackMatchZone {
  cards: SnackMatchLaid[];
  spots: SnackMatchSpot[];
  points: number;
}

/** A card in a zone. */
export interface SnackMatchLaid {
  card: string;
  place: string;
  under: number[];
}

/** What can be seen on one cell. */
export interface SnackMatchSpot {
  cell: string;
  square: string;
  card: number;
}

export interface TruffleScuffleView {
  seat: number | null;
  waiting: number[];
  moves: number[];
  options: TruffleScuffleOptions;
  start: number;
  turn: number;
  phase: string;
  forest: string[][];
  hogs: number[][];
  to_go: number[];
  fresh: number;
  bought: number;
  took: boolean;
  piles: number[][];
  left: number[];
  quiet: number;
  ending: string;
  winner: number;
}

export interface TruffleScuffleOptions {
  seats: number;
  start: number | null;
  deck: string | { [key: string]: { [key: string]: number } };
  hogs: "all" | "one";
  purchases: "one" | "several";
  claim: "automatic" | "move";
  stall: number;
}

export interface TruffleShuffleView {
  seat: number | null;
  waiting: number[];
  moves: number[];
  options: TruffleShuffleOptions;
  round: number;
  start: number;
  turn: number;
  phase: string;
  to_take: number;
  pyramid: string[];
  deck: number;
  bonus_taken: number;
  bonus_left: number[];
  order: string;
  laid: string[];
  spent: string[];
  places: TruffleShufflePlace[];
  hand: string[];
  discarded: string[][];
}

/** What the players settle before the deal. */
export interface TruffleShuffleOptions {
  seats: number;
  start: number | null;
  deck: string | { [key: string]: { [key: string]: number } };
  four_player_bonus: 5 | 6;
  discards: "hidden" | "open";
}

/** One player's side of the table, as everyone sees it. */
export interface TruffleShufflePlace {
  coins: number;
  filled: number[];
  bonus: number;
  backs: number[];
  skip: string;
  seen: string[][];
  discarded: number[][];
}
