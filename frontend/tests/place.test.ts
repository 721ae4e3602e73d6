import { expect, test } from "vitest";
import { placeBeside, placeInTheMiddle, type Box } from "../src/kit/place";

const PHONE = { width: 360, height: 640 };
const DESK = { width: 1366, height: 768 };
const SHEET = { width: 344, height: 300 };
const THINGS: Box[] = [0, 100, 300, 580].flatMap((top) =>
  [0, 150, 316].map((left) => ({ left, top, width: 44, height: 60 })),
);

test.each([PHONE, DESK])("a sheet never leaves the window and never lies upon what it speaks of", (page) => {
  for (const thing of THINGS) {
    const { left, top, height } = placeBeside(thing, SHEET, page);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(left + SHEET.width).toBeLessThanOrEqual(page.width);
    expect(top).toBeGreaterThanOrEqual(0);
    expect(top + height).toBeLessThanOrEqual(page.height);
    const apart =
      left + SHEET.width <= thing.left ||
      left >= thing.left + thing.width ||
      top + height <= thing.top ||
      top >= thing.top + thing.height;
    expect(apart).toBe(true);
  }
});

test("what is higher than the room beside it is cut and scrolls", () => {
  const thing = { left: 0, top: 300, width: 344, height: 40 };
  expect(placeBeside(thing, { width: 344, height: 900 }, PHONE).height).toBe(282);
});

test("beside it where there is room, in the middle where it stands for nothing", () => {
  expect(placeBeside({ left: 100, top: 300, width: 60, height: 80 }, SHEET, DESK).left).toBe(170);
  expect(placeBeside({ left: 1300, top: 300, width: 60, height: 80 }, SHEET, DESK).left).toBe(
    1300 - 10 - 344,
  );
  expect(placeInTheMiddle(SHEET, PHONE)).toEqual({ left: 8, top: 170, height: 300 });
});
