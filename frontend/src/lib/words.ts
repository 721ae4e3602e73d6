/** Sentences from keys and arguments, as `kit/words.py` makes them: here, so that a log changes its language at once. */

export type Language = "en" | "es";
export type Value = number | string | (number | string)[];
export type Args = Record<string, Value>;
type Plural = { one: string; other: string };
type Node = string | Plural | { [key: string]: Node };
export type Sections = Record<string, { [key: string]: Node }>;

const FIELD = /\{(\w+)(?::([\w.-]+))?\}/g;
const TOKEN = /[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu;

export class Words {
  constructor(
    readonly language: Language,
    readonly sections: Sections,
  ) {}

  has(section: string, key: string): boolean {
    return this.sections[section]?.[key] !== undefined;
  }

  /** The word for one thing; the key itself where there is none. */
  name(section: string, key: string | number): string {
    const found = this.sections[section]?.[key];
    return typeof found === "string" ? found : String(key);
  }

  /** A sentence with its arguments in their places; `names` are the players'. */
  say(section: string, key: string, args: Args = {}, names: readonly string[] = []): string {
    const found = this.sections[section]?.[key];
    if (typeof found !== "string" && !isPlural(found)) return key;
    const template = typeof found === "string" ? found : args.n === 1 ? found.one : found.other;
    return template.replace(FIELD, (whole, name: string, lookup?: string) => {
      const value = args[name];
      return value === undefined ? whole : this.#word(value, lookup, names);
    });
  }

  #word(value: Value, section: string | undefined, names: readonly string[]): string {
    if (Array.isArray(value)) return this.join(value.map((one) => this.#word(one, section, names)));
    if (section === undefined) return String(value);
    if (section === "seat") {
      const number = Number(value);
      return names[number] ?? this.name("table", "seat").replace("{n}", String(number + 1));
    }
    let node: Node | undefined = this.sections;
    for (const step of section.split("."))
      node = typeof node === "object" ? (node as { [key: string]: Node })[step] : undefined;
    if (isPlural(node)) return (value === 1 ? node.one : node.other).replace("{n}", String(value));
    const found = typeof node === "object" ? node[String(value)] : undefined;
    return typeof found === "string" ? found : String(value);
  }

  /** `a, b and c`; Spanish says `e` before the sound of an i. */
  join(parts: readonly string[]): string {
    const last = parts.at(-1);
    if (last === undefined) return this.name("table", "nothing");
    if (parts.length === 1) return last;
    const link = this.language === "es" && /^h?i(?!e)/i.test(last) ? "e" : this.name("table", "and");
    return `${parts.slice(0, -1).join(", ")} ${link} ${last}`;
  }

  /** A move in notation, with its words in this language. */
  translate(text: string): string {
    const spoken = this.sections.notation ?? {};
    return text.replace(TOKEN, (token) => (typeof spoken[token] === "string" ? spoken[token] : token));
  }
}

function isPlural(node: Node | undefined): node is Plural {
  return typeof node === "object" && "other" in node;
}
