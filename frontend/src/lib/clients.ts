/** The games' own parts of the client, found by their folders. */

import type { Component } from "svelte";
import type { View } from "$types/protocol";
import type { Table } from "./table.svelte";

export interface GameClient<V extends View = View> {
  /** Nobody has secrets: a device that several share needs no veil. */
  open?: boolean;
  /** Draws the table and offers its moves. */
  Board: Component<{ table: Table<V> }>;
  /** What this seat is asked now, as a sentence. */
  ask(table: Table<V>, view: V): string;
  /** A few words about a seat, for its name-plate. */
  about?(table: Table<V>, view: V, seat: number): string;
  /** A move as a person would say it; its notation otherwise. */
  tell?(table: Table<V>, move: string): string;
}

const BOARDS = import.meta.glob<{ default: GameClient }>("../../../src/trufflewood/games/*/client/index.ts");
const PICTURES = import.meta.glob<string>("../../../src/trufflewood/games/*/client/picture.svg", {
  eager: true,
  query: "?url",
  import: "default",
});

function folder(game: string): string {
  return `../../../src/trufflewood/games/${game.replaceAll("-", "_")}/client`;
}

export function hasClient(game: string): boolean {
  return `${folder(game)}/index.ts` in BOARDS;
}

export async function loadClient(game: string): Promise<GameClient | undefined> {
  return (await BOARDS[`${folder(game)}/index.ts`]?.())?.default;
}

export function pictureOf(game: string): string | undefined {
  return PICTURES[`${folder(game)}/picture.svg`];
}
