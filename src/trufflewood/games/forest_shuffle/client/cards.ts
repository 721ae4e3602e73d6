/** What is printed on the cards, and how the table writes them. */

import printed from "$generated/forest_shuffle.facts.json";
import type { LogLine, ScoreLine } from "$types/protocol";
import type { ForestShufflePlace } from "$types/views";

export type Side = "" | "top" | "bottom" | "left" | "right";

export const SIDES = ["top", "left", "right", "bottom"] as const;

export interface Face {
  index: number; // as views and moves count faces
  number: number;
  species: string;
  symbol: string;
  side: Side;
  cost: number;
  tags: string[];
  effect: string[];
  bonus: string[];
  rule: string;
}

type Species = Pick<Face, "cost" | "tags" | "effect" | "bonus" | "rule">;

const SPECIES = printed.species as Record<string, Species>;
const FACES: Face[] = (printed.faces as [number, string, string, Side][]).map(
  ([number, species, symbol, side], index) => {
    const { cost, tags, effect, bonus, rule } = SPECIES[species]!;
    return { index, number, species, symbol, side, cost, tags, effect, bonus, rule };
  },
);
const SIDED = new Set(FACES.filter((one) => one.side).map((one) => one.species));
const CARDS = printed.cards as Record<string, number[]>;
export const TAGS = printed.tags;

export function face(n: number): Face | undefined {
  return FACES[n];
}

export function facesOf(card: number): Face[] {
  return (CARDS[card] ?? []).map((n) => FACES[n]!);
}

/** Where a card lies face up in a forest: whose, and on which side ("" for the tree itself). */
export function liesAt(
  places: readonly ForestShufflePlace[],
  card: number,
): { seat: number; side: Side } | undefined {
  for (const [seat, { trees }] of places.entries())
    for (const tree of trees) {
      if (tree.card === card && tree.species !== "sapling") return { seat, side: "" };
      const side = SIDES.find((one) => tree[one].includes(card));
      if (side) return { seat, side };
    }
  return undefined;
}

/** The faces of a card that can be seen: both halves in a hand, one in a forest. */
export function seenFaces(places: readonly ForestShufflePlace[], card: number): Face[] {
  const lies = liesAt(places, card);
  return lies ? facesOf(card).filter((one) => one.side === lies.side) : facesOf(card);
}

/** What a card is worth now, as the score says it. */
export interface Worth {
  points: number;
  together: boolean; // with other cards of a set
  line: ScoreLine;
}

/** The points of every card of a forest, by its number, from the explained score. */
export function worths(lines: readonly ScoreLine[]): Map<number, Worth> {
  const found = new Map<number, Worth>();
  for (const line of lines) {
    const cards = Array.isArray(line.args.cards) ? line.args.cards : [];
    for (const card of cards)
      found.set(Number(card), { points: line.points, together: cards.length > 1, line });
  }
  return found;
}

/** Where others have put something since one's own last turn, by seat: `2 left`, or `2` for the tree itself. */
export function newsOf(lines: readonly LogLine[], trees: (seat: number) => number): Map<number, Set<string>> {
  const found = new Map<number, Set<string>>();
  let seat = -1;
  const planted = new Map<number, number>();
  for (const { key, args } of lines) {
    if (typeof args.seat === "number") seat = args.seat;
    const own = found.get(seat) ?? new Set<string>();
    if (key === "placed") own.add(`${String(args.tree)} ${String(args.side)}`);
    else if (key === "planted-sapling") own.add(String(args.tree));
    else if (key === "played" && !SIDED.has(String(args.species)))
      planted.set(seat, (planted.get(seat) ?? 0) + 1);
    else continue;
    found.set(seat, own);
  }
  for (const [who, n] of planted)
    for (let tree = 0; tree < n; tree++) found.get(who)?.add(`${trees(who) - tree}`);
  return found;
}

export const ALL_SPECIES = Object.keys(SPECIES);

/** Any face of a species. */
export function faceOfSpecies(species: string): Face | undefined {
  return FACES.find((one) => one.species === species);
}

/** The species that a card shows on one side, once for each copy. */
export function shownAt(cards: readonly number[], side: Side): Face[] {
  return cards.flatMap((card) => facesOf(card).filter((one) => one.side === side));
}

/** A card in notation: `goshawk/moss 114`. */
export function written(card: number): string {
  return `${facesOf(card)
    .map((one) => one.species)
    .join("/")} ${card}`;
}
