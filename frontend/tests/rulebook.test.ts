import { expect, test } from "vitest";
import { blocks, rulesAbout } from "../src/lib/rulebook";

test("titles, numbered rules, items and tables", () => {
  expect(
    blocks("# Game\n\n**§1.1** One *rule*\nover two lines.\n\n- an item\n\n| a | b |\n|---|---|\n| c | d |"),
  ).toEqual([
    { kind: "title", text: "Game" },
    {
      kind: "text",
      parts: [
        { text: "§1.1", strong: true },
        { text: " One rule over two lines.", strong: false },
      ],
    },
    { kind: "item", parts: [{ text: "an item", strong: false }] },
    { kind: "item", parts: [{ text: "a · b", strong: false }] },
    { kind: "item", parts: [{ text: "c · d", strong: false }] },
  ]);
});

test("a rule comes with those that it refers to", () => {
  const book =
    "## §6 Some\n\n**§6.1** Bear: the whole\nclearing.\n\n**§13.6** Brown Bear, cost 3: *no* points. Effect as §6.1.\n";
  expect(rulesAbout(book, "§13.6")).toEqual([
    { rule: "§13.6", text: "Brown Bear, cost 3: no points. Effect as §6.1." },
    { rule: "§6.1", text: "Bear: the whole clearing." },
  ]);
  expect(rulesAbout(book, "§9.9")).toEqual([]);
});
