// Made by `make types` from the server's own types. Not to be edited.

export interface ForestShuffleView {
  seat: number | null;
  waiting: number[];
  moves: number[];
  options: ForestShuffleOptions;
  start: number;
  turn: number;
  phase: string;
  places: ForestShufflePlace[];
  clearing: number[];
  box: number[];
  deck: number;
  winters: number;
  extra: number;
  playing: number;
  at: number;
  due: number;
  matching: boolean;
  last_paid: number;
  tasks: ([string, number])[];
  prospects: ([number, number])[];
  moles: number;
  mole: ((ForestShuffleMoleCard | null)[])[];
}

export interface ForestShuffleOptions {
  seats: number;
  start: number | null;
  lower_pile: "long" | "short";
  redraw: "in-turn" | "together";
  sharing: "any-time" | "later-turn";
  draws: "all-or-none" | "one-by-one";
  mushrooms: "next-card" | "next-turn";
  mole_order: "chosen" | "placed";
  mole_reveals: "after" | "each";
  bats: 2 | 3;
  beeches: 4 | 5;
}

/** One player's side of the table. */
export interface ForestShufflePlace {
  hand: number;
  cards: number[];
  taken: ([number, number])[];
  cave: number;
  bear: number[];
  stashes: ForestShuffleStash[];
  answer: string;
  redrawn: number[];
  trees: ForestShuffleTree[];
  mushrooms: number[];
  points: number;
}

/** Cards that one raccoon put into a cave. */
export interface ForestShuffleStash {
  size: number;
  cards: number[];
  order: number;
  hide: number;
  need: number;
}

export interface ForestShuffleTree {
  species: string;
  card: number;
  order: number;
  top: number[];
  bottom: number[];
  left: number[];
  right: number[];
  fresh: string[];
  hide: number;
  need: number;
}

/** Placed by a mole, still to be resolved. */
export interface ForestShuffleMoleCard {
  face: number;
  species: string;
  bonus: boolean;
  draws: number;
}

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
  fills: string[][];
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
