/** The lines of all seats' scores as a table: a row a category, a column a seat. */

import type { ScoreLine } from "$types/protocol";
import type { Words } from "./words";

export interface Cell {
  points: number;
  lines: ScoreLine[];
}
export interface Row {
  name: string;
  cells: Cell[]; // by seat
}

/** What a line is filed under: as its game says for the line, else for the chapter of its rule. */
export function category(line: ScoreLine, words: Words): string {
  if (words.has("categories", line.key)) return words.say("categories", line.key, line.args);
  const chapter = /\d+/.exec(line.rule)?.[0] ?? "";
  return words.has("categories", chapter) ? words.name("categories", chapter) : line.rule;
}

export function rows(scores: readonly (readonly ScoreLine[])[], words: Words): Row[] {
  const found = new Map<string, Cell[]>();
  scores.forEach((lines, seat) => {
    for (const line of lines) {
      const name = category(line, words);
      const cells = found.get(name) ?? scores.map(() => ({ points: 0, lines: [] }));
      found.set(name, cells);
      cells[seat]!.points += line.points;
      cells[seat]!.lines.push(line);
    }
  });
  return [...found].map(([name, cells]) => ({ name, cells }));
}
