import { describe, expect, it, vi } from "vitest";
import { joined, lastTurn, lastVersion, sinceLast } from "../src/lib/happenings";
import { Pacing } from "../src/lib/pacing";
import type { Happening } from "$types/protocol";

function play(version: number, seat: number, undone: number[] = []): Happening {
  return { version, kind: undone.length ? "undo" : "play", seat, lines: [], undone, at: 0 };
}

const GAME = [play(1, 0), play(2, 1), play(3, 1), play(4, 0), play(5, 1), play(6, 1)];
const versions = (some: Happening[]) => some.map((one) => one.version);

describe("happenings", () => {
  it("tell what others did since one's own last command", () => {
    expect(lastVersion(GAME, 0)).toBe(4);
    expect(versions(sinceLast(GAME, 0))).toEqual([5, 6]);
    expect(versions(sinceLast(GAME, 1))).toEqual([]);
    expect(lastVersion(GAME, null)).toBe(0);
  });

  it("tell the last turn of a seat as a whole", () => {
    expect(versions(lastTurn(GAME, 1))).toEqual([5, 6]);
    expect(versions(lastTurn(GAME, 0))).toEqual([4]);
    expect(lastTurn(GAME, 2)).toEqual([]);
  });

  it("forget what was taken back, and the taking back", () => {
    expect(versions(joined(GAME.slice(0, 3), [play(4, 1, [3])]))).toEqual([1, 2, 4]);
  });
});

describe("pacing", () => {
  it("shows the first at once, the others one by one, and all when asked", () => {
    vi.useFakeTimers();
    const shown: number[] = [];
    const paced = new Pacing<number>(
      (one) => shown.push(one),
      () => 100,
    );
    [1, 2, 3, 4].forEach((one) => paced.add(one));
    expect(shown).toEqual([1]);
    vi.advanceTimersByTime(100);
    expect(shown).toEqual([1, 2]);
    paced.now(9);
    expect(shown).toEqual([1, 2, 3, 4, 9]);
    vi.advanceTimersByTime(1000);
    paced.add(5);
    expect(shown.at(-1)).toBe(5);
    vi.useRealTimers();
  });
});
