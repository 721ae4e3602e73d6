import type { GameClient } from "$lib/clients";
import type { SnackMatchView } from "$types/views";
import Board from "./Board.svelte";

export default {
  Board,
  ask(table, view) {
    if (view.making) return table.say("board", "ask-layer");
    return table.say("board", view.phase === "draft" ? "ask-draft" : "ask-place");
  },
  about(table, view, seat) {
    return table.say("board", "about", { n: view.zones[seat]?.cards.length ?? 0 });
  },
  tell(table, move) {
    const [verb = "", n = "", way = ""] = move.split(" ");
    if (verb === "lay")
      return table.say("board", "step-lay", { n, cell: way, way: move.split(" ")[3] ?? "" });
    return table.say("board", `step-${verb}`, { n });
  },
} satisfies GameClient<SnackMatchView>;
