import { expect, test } from "vitest";
import { blocks } from "../src/lib/rulebook";

test("titles, numbered rules, items and tables", () => {
  expect(blocks("# Game\n\n**§1.1** One *rule*\nover two lines.\n\n- an item\n\n| a | b |\n|---|---|\n| c | d |")).toEqual([
    { kind: "title", text: "Game" },
    { kind: "text", parts: [{ text: "§1.1", strong: true }, { text: " One rule over two lines.", strong: false }] },
    { kind: "item", parts: [{ text: "an item", strong: false }] },
    { kind: "item", parts: [{ text: "a · b", strong: false }] },
    { kind: "item", parts: [{ text: "c · d", strong: false }] },
  ]);
});
