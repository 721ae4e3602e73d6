/** How the cards look: every colour has a shape and a letter of its own, every special card a sign. */

export type Suit = "green" | "purple" | "orange" | "pink" | "rainbow";

export const SUITS: Record<Suit, { deep: string; pale: string; suit: string; shape: string }> = {
  green: {
    deep: "#2f7d45",
    pale: "#dcefdc",
    suit: "#8fd6a0",
    shape: "M0-19C12-19 19-9 19 2 19 13 10 19 0 19S-19 13-19 2C-19-9-12-19 0-19Z",
  },
  purple: { deep: "#6a3f9c", pale: "#e9dff5", suit: "#c9a8f0", shape: "M0-21 20 0 0 21-20 0Z" },
  orange: {
    deep: "#b9530b",
    pale: "#fde6cf",
    suit: "#f7b26a",
    shape: "M-15-17H15Q18-17 18-14V14Q18 17 15 17H-15Q-18 17-18 14V-14Q-18-17-15-17Z",
  },
  pink: {
    deep: "#b62a6b",
    pale: "#fbdde9",
    suit: "#f59abf",
    shape: "M0 20C-14 10-21 3-21-6A10.500 10.500 0 0 1 0-10 10.500 10.500 0 0 1 21-6C21 3 14 10 0 20Z",
  },
  rainbow: {
    deep: "#23668a",
    pale: "#d9eef6",
    suit: "#f3e3a0",
    shape: "M0-22 5.500-7H21L9 3 13 19 0 10-13 19-9 3-21-7H-5.500Z",
  },
};

const SIGNS: Record<string, string> = {
  "any-number": "#",
  duplicate: "=",
  "take-2": "+2",
  skip: "»",
  "number-change": "±",
  "colour-change": "◐",
};

export interface Face {
  suit: Suit;
  sign: string;
  special: boolean;
}

export function readCard(card: string): Face {
  const [suit = "green", face = ""] = card.split(" ");
  return { suit: suit as Suit, sign: SIGNS[face] ?? face, special: face in SIGNS };
}

/** Equal cards that follow one another, counted. */
export function grouped(cards: readonly string[]): { card: string; n: number }[] {
  const found: { card: string; n: number }[] = [];
  for (const card of cards) {
    const last = found.at(-1);
    if (last?.card === card) last.n += 1;
    else found.push({ card, n: 1 });
  }
  return found;
}

/** What came into a hand, and how often it did. */
export function gained(before: readonly string[], now: readonly string[]): string[] {
  const left = [...before];
  return now.filter((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** The rule about a card: those with a number, the rainbow, and each special one. */
export function ruleOf(card: string): string {
  const [suit = "", face = ""] = card.split(" ");
  if (suit === "rainbow") return "§6.2";
  return RULES[face] ?? "§6.1";
}

const RULES: Record<string, string> = {
  "any-number": "§6.3",
  duplicate: "§6.4",
  "take-2": "§3.5",
  skip: "§3.6",
  "number-change": "§6.6",
  "colour-change": "§6.5",
};

export interface Spot {
  name: string;
  x: number;
  y: number;
}

const WIDE = 53; // a card is 60 wide: neighbours overlap a little, so that nine of them fit a phone at 44 pixels each
const HIGH = 39; // of 84: the strip with letter and value stays in sight

/** Where the places of the pyramid lie; every row covers the one above it. */
export function spots(rows: readonly number[]): Spot[] {
  const most = Math.max(...rows);
  return rows.flatMap((width, row) =>
    Array.from({ length: width }, (_, n) => ({
      name: `${"abcdef"[row]}${n + 1}`,
      x: ((most - width) / 2 + n) * WIDE + 1,
      y: row * HIGH + 1,
    })),
  );
}

export function box(rows: readonly number[]): string {
  return `-1 -2 ${(Math.max(...rows) - 1) * WIDE + 64} ${(rows.length - 1) * HIGH + 90}`;
}
