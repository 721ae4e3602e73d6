/** What the board marks as new. */

import type { Happening, LogLine } from "$types/protocol";

interface Told {
  seat: number | null;
  happenings: Happening[];
  lately: LogLine[];
}

/** What others did since one's own last turn; for whoever watches, what each seat did last. */
export function recent(table: Told): LogLine[] {
  if (table.seat !== null) return table.lately;
  const last = new Map(table.happenings.filter((one) => one.kind === "play").map((one) => [one.seat, one]));
  return [...last.values()].sort((a, b) => a.version - b.version).flatMap((one) => one.lines);
}
