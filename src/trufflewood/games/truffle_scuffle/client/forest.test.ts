import { expect, test } from "vitest";
import { readStep, TILES, tileNumber, VILLAGE } from "./forest";

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
