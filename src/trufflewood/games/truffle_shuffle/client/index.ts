import type { GameClient } from "$lib/clients";
import type { TruffleShuffleView } from "$types/views";
import Board from "./Board.svelte";

export default {
  Board,
  ask(table, view) {
    return table.say("board", `ask-${view.phase}`, { n: view.to_take, order: view.order });
  },
  about(table, view, seat) {
    const place = view.places[seat];
    return table.say("board", "about", {
      coins: place?.coins ?? 0,
      n: place?.backs.reduce((sum, n) => sum + n, 0) ?? 0,
    });
  },
  tell(table, move) {
    const [verb = "", ...rest] = move.split(" ");
    const what = rest.join(" ");
    return table.say("board", `step-${verb}`, { place: what, card: what, order: what });
  },
} satisfies GameClient<TruffleShuffleView>;
