import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Table } from "../src/lib/table.svelte";
import type { ScoreLine, Sketched, Update } from "$types/protocol";

vi.hoisted(() => {
  // what the client looks for in a browser as soon as it is loaded
  Object.assign(globalThis, {
    addEventListener: () => {},
    removeEventListener: () => {},
    fetch: () => new Promise(() => {}),
    navigator: { language: "en" },
    matchMedia: () => ({ matches: false }),
    localStorage: { getItem: () => null, setItem: () => {} },
    location: { protocol: "http:", host: "here", pathname: "/", search: "" },
  });
});

let sent: { type: string; id: string; explain?: boolean }[] = [];

class Socket {
  static last: Socket;
  onopen = () => {};
  onmessage = (_: { data: string }) => {};
  onclose = () => {};
  constructor() {
    Socket.last = this;
  }
  send(text: string): void {
    sent.push(JSON.parse(text) as (typeof sent)[number]);
  }
  close(): void {}
}

beforeEach(() => {
  sent = [];
  vi.stubGlobal("WebSocket", Socket);
});
afterEach(() => vi.unstubAllGlobals());

function hear(message: object): void {
  Socket.last.onmessage({ data: JSON.stringify(message) });
}

function worth(points: number): ScoreLine[][] {
  return [[{ rule: "§1", points, key: "k", args: {} }], []];
}

function update(version: number, points: number, by = 0): Partial<Update> & { type: "update" } {
  const happening = { version, kind: "play" as const, seat: by, lines: [], undone: [], at: 0 };
  const view = { seat: 0, waiting: [0], moves: [1, 2] };
  const seat = { name: "A", bot: "", open: false, lent: false, muted: false };
  return {
    type: "update",
    version,
    fresh: true,
    happenings: [happening],
    state: "playing",
    seats: [seat, seat],
    view,
    explained: worth(points),
  };
}

function sketched(points: number): Partial<Sketched> & { type: "sketched" } {
  const { id } = sent.findLast((one) => one.type === "sketch")!;
  const view = { seat: 0, waiting: [0], moves: [2] };
  return { type: "sketched", id, version: 1, view, moves: [2], stopped: false, explained: worth(points) };
}

function entered(): Table {
  const table = new Table("t");
  Socket.last.onopen();
  hear({ type: "welcome", seat: 0, mine: [0], host: true, info: { game: "g", state: "playing" } });
  return table;
}

function points(table: Table): number | undefined {
  return table.scores[0]?.[0]?.points;
}

test("explained points are asked for in hello, and are those of what is shown", () => {
  const table = entered();
  expect(sent[0]).toMatchObject({ type: "hello", explain: true });
  expect(table.scores).toEqual([]);
  hear(update(1, 5));
  expect(points(table)).toBe(5);
  table.made = [1];
  table.restart();
  expect(points(table)).toBe(5);
});

test("a half-made turn and its points stay in sight while the turn is tried again", () => {
  const table = entered();
  hear(update(1, 5));
  table.made = [1, 2];
  table.drop(1); // tries the first step alone
  expect(points(table)).toBe(5);
  hear(sketched(8));
  expect(points(table)).toBe(8);
  hear(update(2, 6, 1)); // somebody else has acted
  expect(points(table)).toBe(8);
  expect(table.busy).toBe(true);
  hear(sketched(9));
  expect(points(table)).toBe(9);
});

test("a turn that was sent gives way to the update that took it", () => {
  const table = entered();
  hear(update(1, 5));
  table.made = [1, 2];
  table.drop(1);
  hear(sketched(8));
  table.commit();
  expect(points(table)).toBe(8);
  hear(update(2, 7));
  expect(points(table)).toBe(7);
  expect(table.steps).toEqual([]);
});

test("on a device that changes hands, points go with the view", () => {
  const table = entered();
  hear(update(1, 5));
  table.face(1);
  expect(table.scores).toEqual([]);
});

test("the host's question is answered by lending one's own seat, or goes without a word", () => {
  const table = entered();
  hear(update(1, 5));
  hear({ type: "asked", seat: 0, bot: "level3", by: "Ana" });
  table.answer(false);
  expect(table.asked).toBeUndefined();
  expect(sent.some((one) => one.type === "hand")).toBe(false);
  hear({ type: "asked", seat: 0, bot: "level3", by: "Ana" });
  table.answer(true);
  expect(sent.at(-1)).toMatchObject({ type: "hand", seat: 0, bot: "level3" });
  expect(table.asked).toBeUndefined();
});

test("a player whom the host has removed looks on, and comes again without the key", () => {
  const table = entered();
  hear(update(1, 5));
  hear({ type: "refused", id: "", key: "removed-from-table", args: {}, rule: "", text: "gone" });
  expect([table.removed, table.watching, table.seat, table.mine]).toEqual([true, true, null, []]);
  expect(table.gone).toBe("");
});

test("where nobody may watch, a removed player is told so and the line ends", () => {
  const table = entered();
  hear({
    type: "welcome",
    seat: 0,
    mine: [0],
    host: false,
    info: { game: "g", state: "open", watch: false },
  });
  hear({ type: "refused", id: "", key: "removed-from-table", args: {}, rule: "", text: "gone" });
  expect([table.gone, table.line]).toEqual(["gone", "closed"]);
});
