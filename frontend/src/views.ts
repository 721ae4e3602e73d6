// Made by `make types` from the server's own types. Not to be edited.

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
