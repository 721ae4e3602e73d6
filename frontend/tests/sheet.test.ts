import { expect, it } from "vitest";
import { category, rows } from "../src/lib/sheet";
import { Words } from "../src/lib/words";
import type { ScoreLine } from "$types/protocol";

const words = new Words("en", {
  categories: { filled: "{order:orders}", "10": "Trees" },
  orders: { "two-2s": "Two 2s" },
});

function line(rule: string, points: number, key: string, args: ScoreLine["args"] = {}): ScoreLine {
  return { rule, points, key, args };
}

it("files a line as its game says, then by the chapter of its rule, then by the rule", () => {
  expect(category(line("§5.8", 4, "filled", { order: "two-2s" }), words)).toBe("Two 2s");
  expect(category(line("§10.3", 5, "beeches"), words)).toBe("Trees");
  expect(category(line("§9.2", 1, "cave"), words)).toBe("§9.2");
});

it("adds up the lines of a seat in a category and leaves the other seats at nothing", () => {
  const table = rows([[line("§10.1", 3, "a"), line("§10.2", 4, "b")], [], [line("§10.1", -2, "a")]], words);
  expect(table).toHaveLength(1);
  expect(table[0]?.cells.map((cell) => [cell.points, cell.lines.length])).toEqual([
    [7, 2],
    [0, 0],
    [-2, 1],
  ]);
});
