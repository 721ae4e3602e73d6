/** Looking back: the table as it was after some command, for one seat, and how to walk from there. */

import type { Happening, LogLine, Replayed, View } from "$types/protocol";
import { api } from "./api";
import { commands, givers, turnEnd } from "./positions";

export const PACES = [0.5, 1, 2, 4]; // positions a second

/** What the walk goes through, as the table knows it. */
export interface Story {
  readonly name: string;
  readonly seat: number | null;
  readonly happenings: Happening[];
  readonly earlier: number; // commands before the first of them
  readonly open: boolean; // the record is anybody's
  tellNotice(text: string): void;
}

export class Past<V extends View = View> {
  /** The position that is shown; undefined is the table as it is now. */
  at = $state<number>();
  shown = $state.raw<Replayed>();
  pace = $state(1);
  walking = $state(false);
  /** Whose eyes, once the record is open; undefined is one's own. */
  eyes = $state<number>();

  #theirs = $state.raw<Happening[]>();
  #known = new Map<string, Replayed>();
  #wanted = 0;

  constructor(private readonly story: Story) {}

  get view(): V | undefined {
    return this.at === undefined ? undefined : ((this.shown?.view as V | null | undefined) ?? undefined);
  }

  get happenings(): Happening[] {
    return (this.at !== undefined && this.#theirs) || this.story.happenings;
  }

  get earlier(): number {
    return this.happenings === this.story.happenings ? this.story.earlier : 0;
  }

  get last(): number {
    return this.story.earlier + commands(this.story.happenings).length;
  }

  /** What the command that led to the position told. */
  get lines(): LogLine[] {
    const heard = commands(this.happenings)[(this.at ?? 0) - 1 - this.earlier];
    return heard?.lines ?? this.shown?.lines ?? [];
  }

  get seat(): number | null {
    return this.eyes ?? this.story.seat;
  }

  /** Show a position, or (undefined) the table as it is now. */
  async look(at: number | undefined, eyes: number | undefined): Promise<void> {
    const turn = ++this.#wanted;
    if (at === undefined) {
      this.at = this.shown = this.eyes = this.#theirs = undefined;
      this.walking = false;
      return;
    }
    try {
      if (eyes !== undefined && eyes !== this.eyes) {
        const theirs = await api.story(this.story.name, eyes);
        if (turn !== this.#wanted) return;
        this.#theirs = theirs.happenings;
      }
      if (eyes === undefined) this.#theirs = undefined;
      const found = await this.#fetch(at, eyes ?? this.story.seat);
      if (turn !== this.#wanted) return;
      this.eyes = eyes;
      this.shown = found;
      this.at = found.at;
    } catch (error) {
      this.walking = false;
      this.story.tellNotice((error as Error).message);
    }
  }

  async #fetch(at: number, seat: number | null): Promise<Replayed> {
    const key = `${seat} ${at}`;
    const known = this.#known.get(key) ?? (await api.replay(this.story.name, at, seat));
    if (this.story.open) this.#known.set(key, known); // while the game goes on, moves may be taken back
    return known;
  }

  turn(way: -1 | 1): number {
    return turnEnd(givers(this.story.happenings, this.story.earlier), this.at ?? this.last, way);
  }
}
