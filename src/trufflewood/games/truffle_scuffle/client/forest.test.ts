import { expect, test } from "vitest";
import { readStep, TILES, tileNumber, travels, VILLAGE } from "./forest";

test("37 tiles in seven rows, the village in the middle", () => {
  expect(TILES).toHaveLength(37);
  expect(TILES[VILLAGE]?.name).toBe("d4");
  expect(TILES[36]?.name).toBe("g4");
  expect(tileNumber("a1")).toBe(0);
});

test.each([
  ["d5-e5", { from: "d5", to: "e5", colour: "" }],
  ["d5-e5 white", { from: "d5", to: "e5", colour: "white" }],
  ["buy red", undefined],
])("%s", (move, step) => {
  expect(readStep(move)).toEqual(step);
});

test("hogs that went are told from hogs that stayed", () => {
  expect(travels([3, 3, 9], [3, 4, 9])).toEqual([{ from: 3, to: 4, was: 1, is: 0 }]);
  expect(travels([3], [3, 18])).toEqual([]);
});
