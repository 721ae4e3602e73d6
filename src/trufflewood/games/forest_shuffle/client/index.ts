import type { GameClient } from "$lib/clients";
import type { ForestShuffleView } from "$types/views";
import Board from "./Board.svelte";
import { face, TAGS } from "./cards";

export default {
  Board,
  ask(table, view) {
    const playing = face(view.playing);
    const species = playing?.species ?? "sapling";
    if (view.phase === "paying") return table.say("board", "ask-paying", { species, n: view.due });
    if (view.phase === "placing")
      return table.say("terminal", "ask-placing", { species, side: playing?.side ?? "top" });
    if (view.phase !== "choice") return table.say("terminal", `ask-${view.phase}`);
    const [kind = "", n = 0] = (view.tasks.at(-1) ?? []) as [string, number];
    return table.say("terminal", `ask-${kind}`, { n, tag: kind === "free" ? (TAGS[n] ?? "") : "bat" });
  },
  about(table, view, seat) {
    const place = view.places[seat];
    if (!place) return "";
    const say = (key: string, args = {}) => table.say("board", key, args);
    return say("about", {
      trees: say("trees", { n: place.trees.length }),
      hand: say("in-hand", { n: place.hand }),
      cave: say("cave", { n: place.cave }),
    });
  },
  tell(table, move) {
    const [verb = "", what = "", number = ""] = move.split(" ");
    const card = `${what
      .split("/")
      .map((one) => table.words.name("species", one))
      .join(" / ")} ${number}`;
    return table.say("board", `step-${verb}`, { species: what, n: what, card });
  },
} satisfies GameClient<ForestShuffleView>;
