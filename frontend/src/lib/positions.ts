/** Where in a game one is: positions are counted in commands, as in its record. */

import type { Happening } from "$types/protocol";

/** The commands that stand, in order: position n is the table after n of them. */
export function commands(happenings: readonly Happening[]): Happening[] {
  return happenings.filter((one) => one.kind === "play" || one.kind === "redeal");
}

/** The position that a happening of the log led to; `earlier` commands came before the first of them. */
export function positionOf(happenings: readonly Happening[], version: number, earlier = 0): number {
  return earlier + commands(happenings).filter((one) => one.version <= version).length;
}

/** Who gave each command; of those before the log begins each counts as somebody else's. */
export function givers(happenings: readonly Happening[], earlier = 0): number[] {
  const unknown = Array.from({ length: earlier }, (_, n) => -1 - n);
  return [...unknown, ...commands(happenings).map((one) => one.seat)];
}

/** The nearest position before (-1) or after (+1) this one at which a turn had just ended. */
export function turnEnd(seats: readonly number[], at: number, way: -1 | 1): number {
  let to = at;
  do to += way;
  while (to > 0 && to < seats.length && seats[to - 1] === seats[to]);
  return Math.max(0, Math.min(seats.length, to));
}
