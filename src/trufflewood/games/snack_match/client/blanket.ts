/** Cells of a picnic blanket, and cards upon them; geometry alone. */

export const WAYS = ["right", "down", "left", "up"] as const;
export type Way = (typeof WAYS)[number];

export interface Cell {
  column: number;
  row: number;
}

const STEP: Record<Way, [number, number]> = { right: [1, 0], left: [-1, 0], down: [0, 1], up: [0, -1] };

export function readCell(name: string): Cell {
  return { column: name.charCodeAt(0) - 97, row: Number(name.slice(1)) - 1 };
}

export function cellName({ column, row }: Cell): string {
  return `${String.fromCharCode(97 + column)}${row + 1}`;
}

/** The three cells of a card whose first square lies on `first`. */
export function cellsOf(first: Cell, way: Way): Cell[] {
  const [dx, dy] = STEP[way];
  return [0, 1, 2].map((n) => ({ column: first.column + dx * n, row: first.row + dy * n }));
}

export interface Lay {
  slot: number; // 1 or 2
  first: Cell;
  way: Way;
  middle: Cell;
}

/** `lay 2 c4 right`, as the table writes it. */
export function readLay(move: string): Lay | undefined {
  const found = /^lay ([12]) ([a-g]\d) (\w+)$/.exec(move);
  if (!found) return undefined;
  return { slot: Number(found[1]), ...readPlace(`${found[2]} ${found[3]}`) };
}

/** `c4 right`: where a card lies. */
export function readPlace(place: string): { first: Cell; way: Way; middle: Cell } {
  const [cell = "a1", way = "right"] = place.split(" ");
  const first = readCell(cell);
  return { first, way: way as Way, middle: cellsOf(first, way as Way)[1]! };
}

/** The move that lays a card with its middle on a cell. */
export function writeLay(slot: number, middle: Cell, way: Way): string {
  const [dx, dy] = STEP[way];
  return `lay ${slot} ${cellName({ column: middle.column - dx, row: middle.row - dy })} ${way}`;
}

/** The rows and columns that hold all of these cells. */
export function around(cells: Cell[]): { left: number; top: number; columns: number; rows: number } {
  if (!cells.length) return { left: 2, top: 2, columns: 3, rows: 3 };
  const left = Math.min(...cells.map((cell) => cell.column));
  const top = Math.min(...cells.map((cell) => cell.row));
  return {
    left,
    top,
    columns: Math.max(...cells.map((cell) => cell.column)) - left + 1,
    rows: Math.max(...cells.map((cell) => cell.row)) - top + 1,
  };
}
