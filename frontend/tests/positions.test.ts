import { describe, expect, it } from "vitest";
import { commands, givers, positionOf, turnEnd } from "../src/lib/positions";
import type { Happening } from "$types/protocol";

function happening(version: number, kind: Happening["kind"], seat = 0): Happening {
  return { version, kind, seat, lines: [], undone: [], at: 0 };
}

const GAME = [
  happening(1, "sit"),
  happening(2, "play"),
  happening(3, "play"),
  happening(6, "play", 1),
  happening(7, "hand", 1),
  happening(8, "redeal"),
  happening(9, "play"),
];

describe("positions", () => {
  it("are counted in commands that stand, whatever else happens at a table", () => {
    expect(commands(GAME).map((one) => one.version)).toEqual([2, 3, 6, 8, 9]);
    expect(positionOf(GAME, 1)).toBe(0);
    expect(positionOf(GAME, 6)).toBe(3);
    expect(positionOf(GAME, 7)).toBe(3);
    expect(positionOf(GAME, 9)).toBe(5);
  });

  it("go on from what came before the log", () => {
    expect(positionOf(GAME, 6, 100)).toBe(103);
    expect(givers(GAME, 2)).toEqual([-1, -2, 0, 0, 1, 0, 0]);
    expect(turnEnd(givers(GAME, 2), 2, -1)).toBe(1);
  });

  it("are walked by turns: all that one seat did in a row", () => {
    const seats = [0, 0, 1, 1, 1, 0];
    expect([0, 1, 2, 3, 5, 6].map((at) => turnEnd(seats, at, 1))).toEqual([2, 2, 5, 5, 6, 6]);
    expect([6, 5, 4, 2, 1, 0].map((at) => turnEnd(seats, at, -1))).toEqual([5, 2, 2, 0, 0, 0]);
  });
});
