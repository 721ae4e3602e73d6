// Made by `make types` from the server's own types. Not to be edited.

export const PROTOCOL = 1;

/** What one seat may know. Each game adds its fields; all of them plain data. */
export interface View {
  seat: number | null;
  waiting: number[];
  moves: number[];
}

/** The first message. Without a key one watches. */
export interface Hello {
  type: "hello";
  key?: string;
  seat?: number | null;
  since?: number | null;
  language?: "en" | "es";
}

/** Look from another of one's own seats (pass-and-play). */
export interface Face {
  type: "face";
  seat: number;
}

/** Have all sentences in another language from now on. */
export interface Speak {
  type: "language";
  language: "en" | "es";
}

/** A command: one or more moves, as numbers or in notation, taken whole or not at all. */
export interface Play {
  type: "play";
  id: string;
  moves: number[] | string;
  seat?: number | null;
}

/** Try moves; nobody else hears of it. */
export interface Sketch {
  type: "sketch";
  id: string;
  moves: number[] | string;
}

/** Take back one's last command. */
export interface Undo {
  type: "undo";
  id: string;
}

/** Take back as much of one's turn as can be. */
export interface Restart {
  type: "restart";
  id: string;
}

/** Ask for the points of a seat, line by line. */
export interface AskScore {
  type: "score";
  id: string;
  seat: number;
}

/** Ask a bot what it would do in one's place, or after moves that one has sketched. */
export interface AskHint {
  type: "hint";
  id: string;
  moves?: number[] | string;
}

/** Ask for the memory aids: what has been seen, and what is left. */
export interface AskAids {
  type: "aids";
  id: string;
}

/** Lend a seat to a bot, or (with no bot) give it back. */
export interface Hand {
  type: "hand";
  id: string;
  seat: number;
  bot?: string;
}

/** Stand up again before the game begins. */
export interface Rise {
  type: "rise";
  id: string;
}

/** A word in the chat. */
export interface Say {
  type: "say";
  id: string;
  text: string;
}

/** Ask whether the line still holds; answered by `pong`. */
export interface Ping {
  type: "ping";
}

/** The answer to `hello`, before the first `update`. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  info: TableInfo;
  seat: number | null;
  mine: number[];
  host: boolean;
}

/** What was settled about a table, as everybody may know it. */
export interface TableInfo {
  table: string;
  game: string;
  options: { [key: string]: unknown };
  seats: SeatInfo[];
  state: "open" | "over" | "playing";
  version: number;
  promise: string;
  made: number;
  practice: boolean;
  deal: string;
  listed: boolean;
  watch: boolean;
  chat: boolean;
  aids: boolean;
  scores: boolean;
  hints: boolean;
  clock: number;
  leaver: Leaver;
}

/** A seat as everybody sees it. */
export interface SeatInfo {
  name: string;
  bot: string;
  open: boolean;
  lent: boolean;
}

/** What happens when somebody who must decide stays away or runs out of time. */
export interface Leaver {
  policy: string;
  after: number;
  bot: string;
}

/** The table as it is now for one seat, and what has happened. */
export interface Update {
  type: "update";
  version: number;
  fresh: boolean;
  happenings: Happening[];
  state: "open" | "over" | "playing";
  seats: SeatInfo[];
  view: View | null;
  points: number[] | null;
  can_undo: boolean;
  deadlines: (number | null)[];
  outcome: Ending | null;
  ended: boolean;
  seed: string | null;
  again: string;
}

/** One command that was taken, as this seat may know of it. */
export interface Happening {
  version: number;
  kind: "again" | "end" | "hand" | "play" | "redeal" | "restart" | "rise" | "sit" | "undo";
  seat: number;
  lines: LogLine[];
  undone: number[];
  at: number;
}

/** A sentence of the log, as key and arguments and in the reader's language. */
export interface LogLine {
  key: string;
  args: { [key: string]: number | string | (number | string)[] };
  text: string;
}

/** How a game ended. */
export interface Ending {
  ranks: number[];
  points: number[];
  rule: string;
  key: string;
  args: { [key: string]: number | string | (number | string)[] };
  text: string;
}

/** A command was taken, now or when it was sent before. */
export interface Ack {
  type: "ack";
  id: string;
  version: number;
}

/** A command was not taken, and nothing has changed. */
export interface Refused {
  type: "refused";
  id: string;
  key: string;
  args: { [key: string]: number | string | (number | string)[] };
  rule: string;
  text: string;
}

/** The table after a sketch. Built upon `version`. */
export interface Sketched {
  type: "sketched";
  id: string;
  version: number;
  view: View | null;
  moves: number[];
  change: number;
  stopped: boolean;
}

export interface Scored {
  type: "scored";
  id: string;
  version: number;
  seat: number;
  points: number;
  lines: ScoreLine[];
}

/** One explained item of a score. */
export interface ScoreLine {
  rule: string;
  points: number;
  key: string;
  args: { [key: string]: number | string | (number | string)[] };
  text: string;
}

/** The best few moves, best first; none where no bot could say. */
export interface Hinted {
  type: "hinted";
  id: string;
  version: number;
  advice: Advice[];
}

/** A move that a bot thinks well of. */
export interface Advice {
  move: number;
  text: string;
  expected: number;
  points: number;
  reason: string;
}

/** All that the view of this seat adds up to. */
export interface Aided {
  type: "aided";
  id: string;
  version: number;
  aids: AidLine[];
}

/** How many of a thing are left, as far as this seat can know. */
export interface AidLine {
  group: string;
  key: string;
  args: { [key: string]: number | string | (number | string)[] };
  text: string;
  left: number | null;
  of: number | null;
}

/** Who is at the table now. */
export interface Presence {
  type: "presence";
  online: boolean[];
  since: number[];
  watching: number;
}

/** A word in the chat. */
export interface Spoken {
  type: "said";
  number: number;
  seat: number;
  name: string;
  text: string;
  at: number;
}

export interface Pong {
  type: "pong";
  version: number;
}

export interface Health {
  status: "ok" | "stopping";
  tables: number;
  sockets: number;
  bots_thinking: number;
}

export interface Games {
  games: GameInfo[];
}

export interface GameInfo {
  game: string;
  title: string;
  tagline: string;
  credit: string;
  seats: number[];
  options: OptionInfo[];
  bots: string[];
  moves: number;
}

/** An option of a game: what it takes, and what it is by default. */
export interface OptionInfo {
  name: string;
  default: unknown;
  choices: unknown[];
  least: number | null;
  most: number | null;
}

export interface NewKey {
  key: string;
}

export interface MyTables {
  tables: MyTable[];
}

export interface MyTable {
  info: TableInfo;
  seats: number[];
  waiting: boolean;
}

/** A table to be made. */
export interface NewTable {
  game: string;
  name: string;
  seats: NewSeat[];
  options?: { [key: string]: unknown };
  listed?: boolean;
  watch?: boolean;
  chat?: boolean;
  aids?: boolean;
  scores?: boolean;
  hints?: boolean;
  clock?: number;
  leaver?: Leaver;
  seed?: string | null;
  deal?: string;
}

/** Who is to sit somewhere: the maker (`me`), whoever comes (`open`), or a bot. */
export interface NewSeat {
  kind?: "bot" | "me" | "open";
  name?: string;
  bot?: string;
}

/** A seat of one's own. The key opens it: keep it in the browser, and never in a link. */
export interface Seated {
  table: string;
  key: string;
  seats: number[];
  info: TableInfo;
}

export interface Tables {
  tables: TableInfo[];
}

/** Sit down; on a certain seat, or on the first that is open. */
export interface Join {
  name: string;
  seat?: number | null;
}

export interface Rematch {
  table: string;
}

/** What one may take home: the whole record once it is open, before that one's own view. */
export interface TakenHome {
  game: string;
  promise: string;
  whole: boolean;
  record: string;
  view: View | null;
  happenings: Happening[];
}

/** An earlier position: of a record that is open, or as one's own seat saw it while the game goes on. */
export interface Replayed {
  game: string;
  seats: number;
  at: number;
  commands: number;
  seat: number | null;
  mover: number | null;
  moves: string[];
  view: View | null;
  lines: LogLine[];
  points: number[] | null;
  outcome: Ending | null;
  seed: string | null;
}

/** A position of a game that is over, to be played on against bots. */
export interface Fork {
  name: string;
  at: number;
  seat: number;
  bot: string;
}

/** A record to be played again. */
export interface Replay {
  record: string;
  at?: number | null;
  seat?: number | null;
}

export interface Failed {
  error: Problem;
}

/** Why a request was not granted: one sentence, and its key for programs. */
export interface Problem {
  key: string;
  args: { [key: string]: number | string | (number | string)[] };
  text: string;
}

export type FromClient = Hello | Face | Speak | Play | Sketch | Undo | Restart | AskScore | AskHint | AskAids | Hand | Rise | Say | Ping;
export type ToClient = Welcome | Update | Ack | Refused | Sketched | Scored | Hinted | Aided | Presence | Spoken | Pong;
