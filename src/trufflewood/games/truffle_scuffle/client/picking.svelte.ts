/** The hog and the tile that are picked before they make a move. */
export const picking = $state({ from: "", to: "" });
