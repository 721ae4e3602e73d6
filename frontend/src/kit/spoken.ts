/** Finds in a sentence the names of what can be read about. */

export interface Part {
  text: string;
  about: string; // what `readAbout` is told; "" for plain words
}

/** `names`: as people read them, and what each is about. The longest name wins. */
export function partsOf(text: string, names: ReadonlyMap<string, string>): Part[] {
  if (!names.size) return [{ text, about: "" }];
  const longest = [...names.keys()].filter(Boolean).sort((a, b) => b.length - a.length);
  const any = longest.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  return text
    .split(new RegExp(`(?<![\\p{L}\\p{N}])(${any})(?![\\p{L}\\p{N}])`, "u"))
    .map((part, n) => ({ text: part, about: n % 2 ? (names.get(part) ?? "") : "" }))
    .filter((part) => part.text);
}
