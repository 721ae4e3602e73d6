/** The card in hand that is about to be laid, and how it is turned. */
import type { Way } from "./blanket";

export const picking = $state<{ slot: number; way: Way }>({ slot: 1, way: "right" });
