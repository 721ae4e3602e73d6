import { expect, test } from "vitest";
import { nearest } from "../src/lib/arrows";

const grid = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => ({ x: column * 50, y: row * 50 })));

test.each([
  ["ArrowRight", 5],
  ["ArrowLeft", 3],
  ["ArrowUp", 1],
  ["ArrowDown", 7],
])("%s goes to the neighbour", (key, to) => {
  expect(nearest(grid[4]!, grid, key)).toBe(to);
});

test("at the edge there is nowhere to go", () => {
  expect(nearest(grid[2]!, grid, "ArrowRight")).toBe(-1);
  expect(nearest(grid[2]!, grid, "Enter")).toBe(-1);
});

test("rows that are shifted, as on a hexagon, are reached all the same", () => {
  expect(
    nearest(
      { x: 25, y: -40 },
      [
        { x: 0, y: 0 },
        { x: 200, y: 0 },
      ],
      "ArrowDown",
    ),
  ).toBe(0);
});
