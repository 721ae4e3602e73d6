import type { GameClient } from "$lib/clients";
import type { TruffleScuffleView } from "$types/views";
import Board from "./Board.svelte";
import { COLOURS } from "./forest";
import { picking } from "./picking.svelte";

export default {
  Board,
  open: true,
  ask(table, view) {
    if (picking.to) return table.say("board", "ask-truffle", { end: picking.to });
    if (view.phase === "set-starter") return table.say("board", "ask-set-starter", { owner: view.start });
    if (view.phase === "set-own") return table.say("board", "ask-set-own");
    if (picking.from) return table.say("board", view.phase === "turn-begins" ? "ask-begin" : "ask-where");
    return table.say("board", view.phase === "turn-begins" ? "ask-begin" : "ask-hog");
  },
  about(table, view, seat) {
    const pile = COLOURS.map(
      (colour, n) => `${table.words.name("letters", colour)} ${view.piles[seat]?.[n] ?? 0}`,
    ).join("  ");
    return table.say("board", "about", {
      herd: table.say("board", "herd", { n: view.hogs[seat]?.length ?? 0 }),
      pile,
    });
  },
} satisfies GameClient<TruffleScuffleView>;
