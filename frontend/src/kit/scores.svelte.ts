/** Keeps the explained points of all seats at hand, where the table shows points at all. */

import { untrack } from "svelte";
import type { Table } from "$lib/table.svelte";

const SETTLED = 120; // milliseconds: bots that move at once are not asked after one by one

/** Call once in a board; `table.scores` then follows the game. */
export function askScores(table: () => Pick<Table, "info" | "now" | "seats" | "askScore">): void {
  $effect(() => {
    const { info, now } = table();
    void now?.version;
    if (!now?.view || !(info?.scores || now.state === "over")) return undefined;
    const timer = setTimeout(() => untrack(() => table().seats.forEach((_, seat) => table().askScore(seat))), SETTLED);
    return () => clearTimeout(timer);
  });
}
