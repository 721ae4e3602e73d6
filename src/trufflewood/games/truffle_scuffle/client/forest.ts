/** Where the tiles of the forest lie, and what the notation says about them. */

export const COLOURS = ["white", "red", "yellow", "green", "blue"] as const;
export type Colour = (typeof COLOURS)[number];

const ROWS = [4, 5, 6, 7, 6, 5, 4];
export const WIDE = 87;
export const HIGH = 75;

export interface Tile {
  name: string;
  x: number;
  y: number;
}

export const TILES: Tile[] = ROWS.flatMap((width, row) =>
  Array.from({ length: width }, (_, n) => ({
    name: `${"abcdefg"[row]}${n + 1}`,
    x: (n + (7 - width) / 2 + 0.5) * WIDE,
    y: row * HIGH + 50,
  })),
);
export const VILLAGE = 18;
export const BOX = `-2 -2 ${7 * WIDE + 4} ${6 * HIGH + 104}`;

export interface Step {
  from: string;
  to: string;
  colour: string; // "" takes none
}

/** `d5-e5 white`, as the table writes a step of a hog. */
export function readStep(move: string): Step | undefined {
  const found = /^([a-g]\d)-([a-g]\d)(?: (\w+))?$/.exec(move);
  return found ? { from: found[1] ?? "", to: found[2] ?? "", colour: found[3] ?? "" } : undefined;
}

export function tileNumber(name: string): number {
  return TILES.findIndex((tile) => tile.name === name);
}

/** How hogs went from tile to tile, with the place that each had among the hogs of its seat there. */
export function travels(
  before: readonly number[],
  now: readonly number[],
): { from: number; to: number; was: number; is: number }[] {
  const left = [...now];
  const gone = before.filter((tile) => {
    const at = left.indexOf(tile);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  const last = (tiles: readonly number[], tile: number) => tiles.filter((one) => one === tile).length - 1;
  return gone
    .slice(0, left.length)
    .map((from, n) => ({ from, to: left[n]!, was: last(before, from), is: last(now, left[n]!) }));
}
