import { expect, test } from "vitest";
import type { Happening } from "$types/protocol";
import { recent } from "../src/kit/recent";

const line = (key: string) => ({ key, args: {}, text: "" });
const did = (version: number, seat: number, key: string, kind: Happening["kind"] = "play"): Happening => ({
  version,
  kind,
  seat,
  lines: [line(key)],
  undone: [],
  at: 0,
});
const happenings = [did(1, 0, "a"), did(2, 1, "b"), did(3, 0, "c"), did(4, 2, "d"), did(5, 1, "e", "undo")];

test("who plays sees what came since; who watches sees what each seat did last", () => {
  expect(recent({ seat: 0, happenings, lately: [line("d")] })).toEqual([line("d")]);
  expect(
    recent({ seat: null, happenings, lately: happenings.flatMap((one) => one.lines) }).map((one) => one.key),
  ).toEqual(["b", "c", "d"]);
});
