/** What is picked before it makes a move: the cards of a payment until they are enough, or that the next card is a sapling. */
export const picking = $state<{ cards: number[]; sapling: boolean }>({ cards: [], sapling: false });
