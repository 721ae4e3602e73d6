import { expect, test } from "vitest";
import { gained, grouped, ruleOf, spots } from "./cards";

test("equal cards are counted, and what came to a hand is found", () => {
  expect(grouped(["green 1", "green 1", "pink 2"])).toEqual([
    { card: "green 1", n: 2 },
    { card: "pink 2", n: 1 },
  ]);
  expect(gained(["green 1", "pink 2"], ["green 1", "green 1", "pink 2"])).toEqual(["green 1"]);
  expect(gained(["green 1"], [])).toEqual([]);
});

test("every kind of card has its rule", () => {
  expect(["green 3", "rainbow 3", "pink skip", "green duplicate"].map(ruleOf)).toEqual([
    "§6.1",
    "§6.2",
    "§3.6",
    "§6.4",
  ]);
});

test("a row covers the lower part of the row above it, by half a card aside", () => {
  const places = spots([4, 5]);
  expect(places.map((place) => place.name).slice(3, 6)).toEqual(["a4", "b1", "b2"]);
  expect(places[0]!.x - places[4]!.x).toBe(places[5]!.x - places[0]!.x);
  expect(places[4]!.y - places[0]!.y).toBeGreaterThan(34); // the strip with letter and value
});
