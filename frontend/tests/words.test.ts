import { expect, test } from "vitest";
import { Words } from "../src/lib/words";

const ENGLISH = {
  table: { seat: "player {n}", and: "and", nothing: "nothing" },
  colours: { red: "red", blue: "blue" },
  count: { card: { one: "{n} card", other: "{n} cards" } },
  events: { took: "{seat:seat} takes {colours:colours}.", drew: "{seat:seat} draws {n:count.card}." },
  hand: { left: { one: "{n} left", other: "{n} left over" } },
  notation: {},
};
const SPANISH = {
  ...ENGLISH,
  table: { seat: "jugador {n}", and: "y", nothing: "nada" },
  notation: { take: "coger", "take-2": "coge-2" },
};

test.each([
  [
    "a list becomes a, b and c",
    { seat: 0, colours: ["red", "blue", "red"] },
    ["Ana"],
    "Ana takes red, blue and red.",
  ],
  ["an empty list is nothing", { seat: 0, colours: [] }, ["Ana"], "Ana takes nothing."],
  ["a seat without a name has a number", { seat: 1, colours: "blue" }, ["Ana"], "player 2 takes blue."],
])("%s", (_, args, names, said) => {
  expect(new Words("en", ENGLISH).say("events", "took", args, names)).toBe(said);
});

test.each([
  [1, "Ana draws 1 card."],
  [3, "Ana draws 3 cards."],
])("plurals: %i", (n, said) => {
  expect(new Words("en", ENGLISH).say("events", "drew", { seat: 0, n }, ["Ana"])).toBe(said);
});

test("Spanish says e before the sound of an i", () => {
  const words = new Words("es", SPANISH);
  expect(words.join(["Ana", "Inés"])).toBe("Ana e Inés");
  expect(words.join(["Ana", "hielo"])).toBe("Ana y hielo");
});

test("notation is spoken in the language of the reader, word by word", () => {
  expect(new Words("es", SPANISH).translate("take f3, take-2")).toBe("coger f3, coge-2");
});

test("what has no word is shown as it is", () => {
  expect(new Words("en", ENGLISH).say("events", "unheard-of")).toBe("unheard-of");
});
