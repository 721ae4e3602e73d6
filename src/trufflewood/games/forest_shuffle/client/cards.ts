/** What is printed on the cards, and how the table writes them. */

import printed from "$generated/forest_shuffle.facts.json";

export type Side = "" | "top" | "bottom" | "left" | "right";

export interface Face {
  number: number;
  species: string;
  symbol: string;
  side: Side;
  cost: number;
  tags: string[];
  rule: string;
}

interface Species {
  cost: number;
  tags: string[];
  where: string;
  rule: string;
}

const SPECIES = printed.species as Record<string, Species>;
const FACES: Face[] = (printed.faces as [number, string, string, Side][]).map(([number, species, symbol, side]) => {
  const { cost, tags, rule } = SPECIES[species]!;
  return { number, species, symbol, side, cost, tags, rule };
});
const CARDS = printed.cards as Record<string, number[]>;
export const TAGS = printed.tags as string[];

export function face(n: number): Face | undefined {
  return FACES[n];
}

export function facesOf(card: number): Face[] {
  return (CARDS[card] ?? []).map((n) => FACES[n]!);
}

/** The species that a card shows on one side, once for each copy. */
export function shownAt(cards: readonly number[], side: Side): Face[] {
  return cards.flatMap((card) => facesOf(card).filter((one) => one.side === side));
}

/** A card in notation: `goshawk/moss 114`. */
export function written(card: number): string {
  return `${facesOf(card).map((one) => one.species).join("/")} ${card}`;
}
