/** A table as this browser knows it: the last update, the turn in the making, and how to change either. */

import type {
  Advice,
  AidLine,
  Asked,
  Happening,
  Hello,
  LogLine,
  Play,
  Presence,
  Refused,
  ScoreLine,
  SeatInfo,
  Sketched,
  Spoken,
  TableInfo,
  ToClient,
  Update,
  View,
  Welcome,
} from "$types/protocol";
import { api } from "./api";
import { joined, lastTurn, lastVersion, sinceLast } from "./happenings";
import { Line, type LineState } from "./line";
import { Pacing } from "./pacing";
import { Past } from "./past.svelte";
import { settings } from "./settings.svelte";
import { chime } from "./sound";
import { gameWords, shell } from "./text.svelte";
import type { Args, Language, Words } from "./words";

const PACE = { instant: 0, fast: 250, normal: 650, slow: 1200 }; // milliseconds between two updates that others caused
const [SOONEST, LATEST] = [700, 1900]; // until the only move is played: so much haste would tell others that there was no choice

export interface Said {
  version: number;
  seat: number; // that it speaks of, or -1
  by: number; // whose command told it
  text: string;
}

/** What one command told. */
export interface Told {
  version: number;
  by: number;
  said: Said[];
}

export interface Notice {
  text: string;
  rule: string;
  number: number;
}

export class Table<V extends View = View> {
  info = $state.raw<TableInfo>();
  seat = $state<number | null>(null);
  mine = $state.raw<number[]>([]);
  host = $state(false);
  line = $state<LineState>("connecting");
  brokenSince = $state(0);
  now = $state.raw<Update>();
  happenings = $state.raw<Happening[]>([]);
  earlier = $state(0); // commands that stand before the first of these
  presence = $state.raw<Presence>();
  chat = $state.raw<Spoken[]>([]);
  unread = $state(0);
  made = $state.raw<number[]>([]); // the turn in the making
  sketched = $state.raw<Sketched>();
  advice = $state.raw<Advice[]>(); // what a bot would do here
  aids = $state.raw<AidLine[]>();
  sending = $state(false);
  notice = $state.raw<Notice>();
  gone = $state(""); // why this table cannot be entered
  removed = $state(false); // by the host
  asked = $state.raw<Asked>(); // the host asks whether a bot may play
  watching = $state(false);
  veiled = $state(false); // the device changes hands
  texts = $state.raw<Record<Language, Words>>();
  notation = $state.raw<string[]>([]);
  readonly past = new Past<V>(this);

  #line: Line;
  #numbers = new Map<string, number>();
  #pending = "";
  #sketching = "";
  #hinting = "";
  #only: ReturnType<typeof setTimeout> | undefined;
  #immediate = false;
  #held = false; // the last step was a bot's idea: it is sent when its player says so
  #then: RegExp | undefined;
  #paced = new Pacing<Update>(
    (update) => this.#show(update),
    () => PACE[settings.pace],
  );
  #version: number | null = null;
  #loading = false;
  #asked = $state(false); // a sketch has not been answered yet: a second tap waits for it
  #back = false; // after a break, until the table has been told again
  #count = 0;
  #notices = 0;
  #run = Math.random().toString(36).slice(2, 10);

  #open = false;

  constructor(readonly name: string) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.#line = new Line(`${scheme}://${location.host}/api/tables/${name}/socket`, {
      hello: () => this.#hello(),
      message: (message) => this.#hear(message),
      state: (state) => {
        if (state === "broken" && this.line !== "broken" && !this.brokenSince) this.brokenSince = Date.now();
        if (state === "open") this.brokenSince = 0;
        this.line = state;
      },
    });
  }

  close(): void {
    this.#paced.close();
    clearTimeout(this.#only);
    this.#line.close();
  }

  // ---- what is so

  /** What is shown: the table, the table after the moves that are sketched, or the table as it was. */
  get view(): V | undefined {
    return this.past.view ?? ((this.sketched?.view ?? this.now?.view) as V | undefined) ?? undefined;
  }

  get settled(): V | undefined {
    return this.past.view ?? this.#live;
  }

  get #live(): V | undefined {
    return (this.now?.view as V | undefined) ?? undefined;
  }

  /** The turn in the making, where it is shown. */
  get steps(): number[] {
    return this.past.view ? [] : this.made;
  }

  get moves(): number[] {
    if (this.sending || !this.#live || this.lent || this.past.view) return [];
    return this.sketched ? this.sketched.moves : this.#live.moves;
  }

  /** The points of every seat line by line, of what is shown: they came with it. Empty where the table hides them. */
  get scores(): ScoreLine[][] {
    const shown = this.past.view ? this.past.shown : (this.sketched ?? this.now);
    return shown?.explained ?? [];
  }

  /** The record is anybody's. */
  get open(): boolean {
    return Boolean(this.now?.seed);
  }

  get points(): number[] | null | undefined {
    return this.past.view ? this.past.shown?.points : this.now?.points;
  }

  /** The moves that may follow, in notation. */
  get legal(): Set<string> {
    return new Set(this.moves.map((move) => this.notation[move] ?? ""));
  }

  get waiting(): number[] {
    return this.now?.state === "playing" ? (this.#live?.waiting ?? []) : [];
  }

  get myTurn(): boolean {
    return this.myMove && !this.past.view;
  }

  /** The table waits for this seat, whatever is shown. */
  get myMove(): boolean {
    return this.seat !== null && this.waiting.includes(this.seat) && !this.lent;
  }

  get lent(): boolean {
    return this.seat !== null && Boolean(this.seats[this.seat]?.lent);
  }

  /** An answer is on its way that may change the board; not while the line is broken, so that it can be read meanwhile. */
  get busy(): boolean {
    return this.line === "open" && (this.sending || this.#asked);
  }

  /** The turn is made, and only has to be sent. */
  get complete(): boolean {
    return (
      this.sketched !== undefined &&
      this.made.length > 0 &&
      (this.sketched.moves.length === 0 || this.sketched.stopped)
    );
  }

  /** A seat of another person: of whom a host can be rid, in the room or in the chat. */
  isGuest(seat: number): boolean {
    const info = this.seats[seat];
    return Boolean(info && !info.open && (!info.bot || info.lent) && !this.mine.includes(seat));
  }

  get muted(): boolean {
    return this.seat !== null && Boolean(this.seats[this.seat]?.muted);
  }

  get seats(): SeatInfo[] {
    return this.now?.seats ?? this.info?.seats ?? [];
  }

  get names(): string[] {
    const names = this.seats.map((seat) => {
      if (seat.open) return shell().say("seats", "open");
      return seat.bot && !seat.lent ? botName(seat.bot) : seat.name;
    });
    // two bots of one level are told apart by the number on their sign
    return names.map((name, seat) =>
      this.seats[seat]?.bot && names.indexOf(name) !== names.lastIndexOf(name) ? `${name} ${seat + 1}` : name,
    );
  }

  get words(): Words {
    return this.texts?.[settings.language] ?? shell();
  }

  /** The log, command by command; those that told nothing are left out. */
  get log(): Told[] {
    return this.past.happenings
      .filter((one) => one.lines.length)
      .map((one) => ({ version: one.version, by: one.seat, said: this.#said(one) }));
  }

  #said(one: Happening): Said[] {
    return one.lines.map((line) => ({
      version: one.version,
      seat: typeof line.args.seat === "number" ? line.args.seat : -1,
      by: one.seat,
      text: this.sentence(line),
    }));
  }

  /** Ask for the part of the log that did not come with the table. */
  async showEarlier(): Promise<void> {
    try {
      const { happenings } = await api.story(this.name, this.seat);
      const first = this.happenings[0]?.version ?? Infinity;
      this.happenings = [...happenings.filter((one) => one.version < first), ...this.happenings];
      this.earlier = 0;
    } catch (error) {
      this.tellNotice((error as Error).message);
    }
  }

  get hasPlayed(): boolean {
    return lastVersion(this.happenings, this.seat) > 0;
  }

  /** What others did since this seat last acted. */
  get since(): Said[] {
    return sinceLast(this.happenings, this.seat).flatMap((one) => this.#said(one));
  }

  /** What a seat did last. */
  lastOf(seat: number): Said[] {
    return lastTurn(this.happenings, seat).flatMap((one) => this.#said(one));
  }

  /** What is marked on the board, as keys and arguments: what others did since one's turn, or the command that led to a position. */
  get lately(): LogLine[] {
    return this.past.view
      ? this.past.lines
      : sinceLast(this.happenings, this.seat).flatMap((one) => one.lines);
  }

  get outcome(): string {
    const ending = this.now?.outcome;
    if (!ending) return this.now?.ended ? this.say("client", "ended-early") : "";
    return this.words.say("outcomes", ending.key, ending.args, this.names);
  }

  say(section: string, key: string, args: Args = {}): string {
    return (this.words.has(section, key) ? this.words : shell()).say(section, key, args, this.names);
  }

  explain(line: ScoreLine): string {
    return this.words.say("lines", line.key, line.args, this.names);
  }

  sentence(line: LogLine): string {
    const args = line.args;
    if (this.words.has("events", line.key)) return this.words.say("events", line.key, args, this.names);
    return shell().has("notices", line.key) ? shell().say("notices", line.key, args, this.names) : line.text;
  }

  // ---- making a turn

  number(move: string): number | undefined {
    return this.#numbers.get(move);
  }

  can(move: string): boolean {
    const number = this.#numbers.get(move);
    return number !== undefined && this.moves.includes(number);
  }

  /**
   * Add a move to the turn. `now`: send it at once, being plain enough to need no second look. `then`: if just
   * one move can follow and looks like this, add it too; it is still only a sketch.
   */
  choose(move: string, now = false, then?: RegExp): void {
    const number = this.#numbers.get(move);
    if (number === undefined || this.sending || this.#asked || this.seat === null || this.past.view) return;
    this.#paced.now();
    this.#held = false;
    this.#then = then;
    this.#try([...this.made, number], now);
  }

  /** Add a move that a bot suggested: even who sends turns without a second look gets one here. */
  suggest(move: string): void {
    this.choose(move);
    this.#held = true;
  }

  /** Ask why a move cannot be made: what is refused says so in a sentence with its rule. */
  why(move: string): void {
    if (this.seat === null || this.sending || this.past.view) return;
    const moves = [...this.made.map((step) => this.notation[step] ?? ""), move].join(", ");
    this.#line.send({ type: "sketch", id: this.#id(), moves });
  }

  /** Replace the turn as a whole. */
  chooseAll(moves: readonly string[]): void {
    const numbers = moves.map((move) => this.#numbers.get(move)).filter((move) => move !== undefined);
    this.#held = false;
    this.#paced.now();
    this.#try(numbers, false);
  }

  /** Drop this step and those after it. */
  drop(step: number): void {
    this.#then = undefined;
    this.#try(this.made.slice(0, step), false);
  }

  #try(steps: number[], now: boolean): void {
    if (!steps.length) {
      this.#clear();
      return;
    }
    this.#immediate = now;
    this.#asked = true;
    this.#sketching = this.#id();
    this.made = steps;
    this.advice = undefined;
    this.#line.send({ type: "sketch", id: this.#sketching, moves: steps });
  }

  commit(): void {
    if (!this.made.length || this.sending) return;
    this.#send({ type: "play", id: this.#id(), moves: [...this.made], seat: this.seat });
  }

  undo(): void {
    if (this.made.length) this.drop(this.made.length - 1);
    else this.#send({ type: "undo", id: this.#id() });
  }

  restart(): void {
    if (this.made.length) this.#clear();
    else this.#send({ type: "restart", id: this.#id() });
  }

  #send(command: Play | { type: "undo" | "restart"; id: string }): void {
    this.sending = true;
    this.#pending = command.id;
    this.#line.send(command);
  }

  #clear(): void {
    this.made = [];
    this.sketched = undefined;
    this.advice = undefined;
    this.#sketching = "";
    this.#asked = false;
  }

  // ---- the rest

  /** Ask a bot what it would do here, or after the steps made so far. */
  askHint(): void {
    this.advice = undefined;
    this.#hinting = this.#id();
    this.#line.send({ type: "hint", id: this.#hinting, moves: [...this.made] });
  }

  askAids(): void {
    this.#line.send({ type: "aids", id: this.#id() });
  }

  lend(seat: number, bot: string): void {
    this.#line.send({ type: "hand", id: this.#id(), seat, bot });
  }

  /** Answer the host's question: a bot plays for now, or not. */
  answer(yes: boolean): void {
    if (this.asked && yes) this.lend(this.asked.seat, this.asked.bot);
    this.asked = undefined;
  }

  remove(seat: number): void {
    this.#line.send({ type: "remove", id: this.#id(), seat });
  }

  mute(seat: number, muted: boolean): void {
    this.#line.send({ type: "mute", id: this.#id(), seat, muted });
  }

  tell(text: string): void {
    this.#line.send({ type: "say", id: this.#id(), text });
  }

  rise(): void {
    this.#line.send({ type: "rise", id: this.#id() });
  }

  speak(language: Language): void {
    this.#line.send({ type: "language", language });
  }

  /** Sit at the screen as another of one's own seats. */
  face(seat: number): void {
    this.#clear();
    void this.past.look(undefined, undefined);
    if (this.now && !this.#open) this.now = { ...this.now, view: null, explained: null }; // what the other saw is gone before anybody looks
    this.seat = seat;
    this.#line.send({ type: "face", seat });
  }

  /** Come in again, after having sat down. */
  enter(): void {
    this.watching = false;
    this.#version = null;
    this.#line.again();
  }

  dismiss(): void {
    this.notice = undefined;
  }

  #id(): string {
    return `${this.#run}.${++this.#count}`;
  }

  // ---- what comes in

  #hello(): Hello {
    const hello: Hello = {
      type: "hello",
      language: settings.language,
      since: this.#version,
      explain: true,
    };
    if (settings.key && !this.watching) {
      hello.key = settings.key;
      if (this.seat !== null) hello.seat = this.seat;
    }
    return hello;
  }

  #hear(message: ToClient): void {
    switch (message.type) {
      case "welcome":
        return this.#welcome(message);
      case "update":
        return this.#queueUp(message);
      case "ack":
        if (message.id === this.#pending) this.#pending = "";
        if (!this.#pending) this.sending = false;
        return;
      case "refused":
        return this.#refused(message);
      case "sketched":
        return this.#drawn(message);
      case "hinted":
        if (message.id === this.#hinting) this.advice = message.advice;
        return;
      case "aided":
        this.aids = message.aids;
        return;
      case "presence":
        this.presence = message;
        return;
      case "asked":
        this.asked = message;
        return;
      case "said":
        if (this.chat.some((one) => one.number === message.number)) return;
        this.chat = [...this.chat, message];
        if (message.seat !== this.seat) this.unread += 1;
        return;
      case "pong":
        return;
    }
  }

  #welcome(message: Welcome): void {
    this.#back = this.info !== undefined;
    this.info = message.info;
    this.seat = message.seat;
    this.mine = message.mine;
    this.host = message.host;
    if (!this.#loading) {
      this.#loading = true;
      this.veiled = message.mine.length > 1 && message.info.state === "playing";
      void this.#load(message.info.game);
    }
  }

  async #load(game: string): Promise<void> {
    const [texts, notation] = await Promise.all([gameWords(game), api.moves(game)]);
    notation.forEach((text, move) => this.#numbers.set(text, move));
    this.texts = texts;
    this.notation = notation;
  }

  /** Show updates one after another, so that what bots do can be followed. */
  #queueUp(update: Update): void {
    this.#version = update.version;
    const others = update.happenings.every((one) => one.seat !== this.seat);
    if (update.fresh || !others || !this.now) this.#paced.now(update);
    else this.#paced.add(update);
  }

  #show(update: Update): void {
    const before = this.myMove;
    const changed = update.version !== this.now?.version;
    this.happenings = joined(update.fresh ? [] : this.happenings, update.happenings);
    if (update.fresh) this.earlier = update.earlier;
    this.now = update;
    if (this.asked && (update.state === "over" || update.seats[this.asked.seat]?.lent))
      this.asked = undefined;
    // a half-made turn stays in sight while it is tried again upon the table as it is now
    const again = changed || this.#back; // after a break, what was asked was perhaps asked of nobody
    if (again && this.made.length && this.myMove && !this.#pending) this.#try(this.made, false);
    else if (changed) this.#clear();
    this.#back = false;
    if (this.myMove && !before) chime();
    this.#pass();
    this.#playOnly();
  }

  /** Where one likes it so: play the only move there is, after a while. */
  #playOnly(): void {
    clearTimeout(this.#only);
    if (!settings.auto || !this.myTurn) return;
    this.#only = setTimeout(
      () => {
        const [only] = this.moves;
        if (only === undefined || this.moves.length > 1 || this.#asked || this.veiled) return;
        this.#try([...this.made, only], this.made.length === 0);
      },
      SOONEST + Math.random() * (LATEST - SOONEST),
    );
  }

  /** In pass-and-play, whose turn it is sits at the screen. */
  #pass(): void {
    const next = this.waiting.find((seat) => this.mine.includes(seat) && !this.seats[seat]?.bot);
    if (this.mine.length < 2 || next === undefined || this.myMove) return;
    if (this.#open) this.face(next);
    else this.veiled = true;
  }

  /** Nobody has secrets in this game: a shared device needs no veil. */
  unveilForGood(): void {
    this.#open = true;
    this.veiled = false;
    this.#pass();
  }

  #drawn(message: Sketched): void {
    if (message.id !== this.#sketching) return;
    this.#asked = false;
    this.notice = undefined;
    this.sketched = message;
    const [only] = message.moves;
    if (
      message.moves.length === 1 &&
      only !== undefined &&
      !message.stopped &&
      this.#then?.test(this.notation[only] ?? "")
    ) {
      this.#try([...this.made, only], this.#immediate);
      return;
    }
    this.#playOnly();
    const done = message.moves.length === 0 || message.stopped;
    if (done && !this.#held && (this.#immediate || !settings.confirm)) this.commit();
    this.#immediate = false;
  }

  #refused(message: Refused): void {
    if (message.key === "wrong-key" && !this.watching && settings.key) {
      this.watching = true; // no seat here: look on, or sit down
      return;
    }
    if (message.key === "removed-from-table" && !message.id) {
      this.#leave(message.text);
      return;
    }
    if (!this.now && !message.id) this.gone = message.text;
    if (message.id === this.#hinting) this.advice = [];
    if (message.id === this.#sketching) {
      const before = this.made.slice(0, -1);
      if (before.length) this.#try(before, false);
      else this.#clear();
    }
    if (message.id === this.#pending) {
      this.#pending = "";
      this.sending = false;
      this.#clear();
    }
    this.tellNotice(message.text, message.rule);
  }

  /** The host has removed this player, who looks on from now on, where that is allowed. */
  #leave(text: string): void {
    this.removed = true;
    this.watching = true;
    this.seat = null;
    this.mine = [];
    this.asked = undefined;
    if (this.info?.watch === false) {
      this.gone = text;
      this.#line.close();
    }
  }

  tellNotice(text: string, rule = ""): void {
    this.notice = { text: text.charAt(0).toUpperCase() + text.slice(1), rule, number: ++this.#notices };
  }
}

/** What a bot is called: its level's name, or how it plays. */
export function botName(bot: string): string {
  const level = /^level(\d)$/.exec(bot)?.[1];
  return level
    ? shell().name("levels", level)
    : shell().say("client", "bot-name", { bot: shell().name("bots", bot) });
}
