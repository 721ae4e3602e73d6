import { expect, test } from "vitest";
import { ART } from "./art";
import { facesOf, newsOf, seenFaces, worths } from "./cards";

const line = (points: number, cards: number[]) => ({
  rule: "§10",
  points,
  key: "always",
  args: { cards },
});

test("every card of a forest is worth what its line says; sets say it together", () => {
  const found = worths([
    line(5, [12]),
    line(20, [70, 71, 72]),
    { rule: "§9.2", points: 3, key: "cave", args: { n: 3 } },
  ]);
  expect(found.get(12)).toMatchObject({ points: 5, together: false });
  expect(found.get(71)).toMatchObject({ points: 20, together: true });
  expect(found.size).toBe(4);
});

test("what others placed is marked in their forest", () => {
  const said = (key: string, args: Record<string, number | string>) => ({ key, args, text: "" });
  const news = newsOf(
    [
      said("played", { seat: 1, species: "oak" }),
      said("played", { seat: 1, species: "wolf" }),
      said("placed", { species: "wolf", side: "left", tree: 2 }),
      said("drew", { seat: 0 }),
      said("planted-sapling", { seat: 2, tree: 3 }),
    ],
    () => 6,
  );
  expect([...(news.get(1) ?? [])].sort()).toEqual(["2 left", "6"]);
  expect([...(news.get(2) ?? [])]).toEqual(["3"]);
  expect(news.has(0)).toBe(false);
});

test("every species of every card has a drawing of its own", () => {
  const all = new Set(
    Array.from({ length: 161 }, (_, n) => facesOf(n + 1))
      .flat()
      .map((face) => face.species),
  );
  expect(all.size).toBe(57);
  expect([...all].filter((species) => !ART[species])).toEqual([]);
  expect(new Set([...all].map((species) => JSON.stringify(ART[species]))).size).toBe(all.size);
});

test("in a forest only one half of a card can be seen", () => {
  const tree = {
    species: "oak",
    card: 12,
    order: 0,
    top: [],
    bottom: [],
    left: [70],
    right: [],
    fresh: [],
    hide: -1,
    need: 0,
  };
  const places = [{ trees: [tree] }] as unknown as Parameters<typeof seenFaces>[0];
  expect(seenFaces(places, 70).map((face) => face.species)).toEqual(["european-hare"]);
  expect(seenFaces(places, 71)).toHaveLength(2);
  expect(seenFaces(places, 12).map((face) => face.species)).toEqual(["oak"]);
});
