/** The server over HTTP. */

import type {
  DeckInfo,
  Failed,
  Fork,
  Games,
  MyTables,
  Network,
  NewTable,
  Rematch,
  Replayed,
  Seated,
  TableInfo,
  Tables,
  TakenHome,
} from "$types/protocol";
import { settings } from "./settings.svelte";

export class Problem extends Error {
  constructor(
    readonly key: string,
    text: string,
  ) {
    super(text);
  }
}

async function ask<T>(path: string, body?: unknown, key = settings.key): Promise<T> {
  const headers: Record<string, string> = { "accept-language": settings.language };
  if (key) headers.authorization = `Bearer ${key}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  const init: RequestInit =
    body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  const response = await fetch(`/api/${path}`, init);
  const answer: unknown = await response.json();
  if (!response.ok) {
    const { error } = answer as Failed;
    throw new Problem(error.key, error.text);
  }
  return answer as T;
}

function kept(seated: Seated): Seated {
  settings.key = seated.key;
  settings.keep();
  return seated;
}

export const api = {
  games: () => ask<Games>("games"),
  mine: async (): Promise<MyTables> => (settings.key ? ask<MyTables>("mine") : { tables: [] }),
  lobby: () => ask<Tables>("tables"),
  table: (table: string) => ask<TableInfo>(`tables/${table}`),
  /** What is in the box: it never changes. */
  deck: (table: string) => ask<DeckInfo>(`tables/${table}/deck`),
  make: async (wanted: NewTable) => kept(await ask<Seated>("tables", wanted)),
  join: async (table: string, name: string, seat: number | null) =>
    kept(await ask<Seated>(`tables/${table}/seats`, { name, seat })),
  rematch: (table: string) => ask<Rematch>(`tables/${table}/rematch`, {}),
  record: (table: string) => ask<TakenHome>(`tables/${table}/record`),
  /** All that a seat heard, once the record is open. */
  story: (table: string, seat: number) => ask<TakenHome>(`tables/${table}/record?seat=${seat}`),
  /** A position as a seat saw it, or (null) whoever watches, who shows no key: it opens no seat there. */
  replay: (table: string, at: number, seat: number | null) =>
    seat === null
      ? ask<Replayed>(`tables/${table}/replay?at=${at}`, undefined, "")
      : ask<Replayed>(`tables/${table}/replay?at=${at}&seat=${seat}`),
  fork: async (table: string, wanted: Fork) => kept(await ask<Seated>(`tables/${table}/fork`, wanted)),
  network: () => ask<Network>("network"),
  openNetwork: (open: boolean) => ask<Network>("network", { open }),
  moves: (game: string) => ask<string[]>(`games/${game}/moves?lang=en`),
  rules: async (game: string): Promise<string> =>
    (await fetch(`/api/games/${game}/rules?lang=${settings.language}`)).text(),
};
