/** The cards of a payment, until they are enough. */
export const picking = $state<{ cards: number[] }>({ cards: [] });
