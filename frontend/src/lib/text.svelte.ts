/** The words of the shell and of the games, in the language that is set. */

import en from "$generated/shell.en.json";
import es from "$generated/shell.es.json";
import { settings } from "./settings.svelte";
import { Words, type Args, type Language, type Sections } from "./words";

const SHELL: Record<Language, Words> = {
  en: new Words("en", en),
  es: new Words("es", es),
};
const FILES = import.meta.glob<{ default: Sections }>([
  "../../generated/*.json",
  "!../../generated/shell.*",
  "!../../generated/*.facts.json",
]);

export function shell(): Words {
  return SHELL[settings.language];
}

/** A sentence of the shell. */
export function t(key: string, args: Args = {}, names: readonly string[] = []): string {
  return shell().say("client", key, args, names);
}

/** The words of a game; both languages are fetched, so that switching is instant. */
export async function gameWords(game: string): Promise<Record<Language, Words>> {
  const room = game.replaceAll("-", "_");
  const load = async (language: Language): Promise<Words> => {
    const file = FILES[`../../generated/${room}.${language}.json`];
    return new Words(language, file ? (await file()).default : {});
  };
  const [english, spanish] = await Promise.all([load("en"), load("es")]);
  return { en: english, es: spanish };
}
