import { expect, test } from "vitest";
import { partsOf } from "../src/kit/spoken";

const NAMES = new Map([
  ["Oak", "species oak"],
  ["Red Deer", "species red-deer"],
  ["Deer", "species deer"],
  ["C+ (x)", "odd"],
]);

test("names are found, the longest first, and never inside a word", () => {
  expect(partsOf("Ana takes Oak/Red Deer (12).", NAMES)).toEqual([
    { text: "Ana takes ", about: "" },
    { text: "Oak", about: "species oak" },
    { text: "/", about: "" },
    { text: "Red Deer", about: "species red-deer" },
    { text: " (12).", about: "" },
  ]);
  expect(partsOf("Oakley and Deers", NAMES)).toEqual([{ text: "Oakley and Deers", about: "" }]);
  expect(partsOf("C+ (x)", NAMES)).toEqual([{ text: "C+ (x)", about: "odd" }]);
  expect(partsOf("Oak", new Map())).toEqual([{ text: "Oak", about: "" }]);
});
