/** What can be read from the happenings of a table. */

import type { Happening } from "$types/protocol";

/** The version of the last command that a seat gave; 0 where there is none. */
export function lastVersion(happenings: readonly Happening[], seat: number | null): number {
  return happenings.findLast((one) => one.seat === seat && one.kind === "play")?.version ?? 0;
}

/** What others did since a seat last acted. */
export function sinceLast(happenings: readonly Happening[], seat: number | null): Happening[] {
  const last = lastVersion(happenings, seat);
  return happenings.filter((one) => one.version > last && one.seat !== seat);
}

/** What a seat did last: all the commands it gave in a row. */
export function lastTurn(happenings: readonly Happening[], seat: number): Happening[] {
  const last = happenings.findLastIndex((one) => one.seat === seat && one.kind === "play");
  let first = last;
  while (first > 0 && happenings[first - 1]?.seat === seat && happenings[first - 1]?.kind === "play")
    first -= 1;
  return last < 0 ? [] : happenings.slice(first, last + 1);
}

/** Happenings after some more of them; those that were taken back are gone. */
export function joined(known: readonly Happening[], more: readonly Happening[]): Happening[] {
  const undone = new Set(more.flatMap((one) => one.undone));
  return [...known, ...more].filter((one) => !undone.has(one.version));
}
