import { expect, test } from "vitest";
import { around, cellName, cellsOf, readCell, readLay, WAYS, writeLay } from "./blanket";

test.each(WAYS)("a card laid %s is read as it was written, and turns around its middle", (way) => {
  const middle = { column: 3, row: 3 };
  const lay = readLay(writeLay(2, middle, way));
  expect(lay?.slot).toBe(2);
  expect(lay?.way).toBe(way);
  expect(lay?.middle).toEqual(middle);
  expect(cellsOf(lay!.first, way)[1]).toEqual(middle);
});

test("cells are named by column and row", () => {
  expect(cellName(readCell("e2"))).toBe("e2");
  expect(readCell("a1")).toEqual({ column: 0, row: 0 });
});

test("the room around cells", () => {
  expect(around([readCell("b2"), readCell("d5")])).toEqual({ left: 1, top: 1, columns: 3, rows: 4 });
});

test("other moves are no lays", () => {
  expect(readLay("keep 1")).toBeUndefined();
});
