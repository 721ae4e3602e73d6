/** A rulebook written in Markdown as blocks to be drawn; as much of Markdown as the rulebooks use. */

export interface Part {
  text: string;
  strong: boolean;
}
export type Block = { kind: "title"; text: string } | { kind: "text" | "item"; parts: Part[] };

export function blocks(text: string): Block[] {
  return text
    .split(/\n\s*\n|\n(?=[#|-])/)
    .map((block) => block.trim().replace(/\s*\n\s*/g, " "))
    .filter((block) => block && !/^\|?[\s|:-]+\|?$/.test(block))
    .map((block) => {
      if (block.startsWith("#")) return { kind: "title", text: plain(block.replace(/^#+\s*/, "")) };
      if (/^- /.test(block)) return { kind: "item", parts: parts(block.slice(2)) };
      if (block.startsWith("|"))
        return {
          kind: "item",
          parts: parts(
            block
              .split("|")
              .map((cell) => cell.trim())
              .filter(Boolean)
              .join(" · "),
          ),
        };
      return { kind: "text", parts: parts(block) };
    });
}

function parts(text: string): Part[] {
  return text
    .split(/\*\*(.+?)\*\*/)
    .map((part, n) => ({ text: plain(part), strong: n % 2 === 1 }))
    .filter((part) => part.text);
}

function plain(text: string): string {
  return text.replace(/[*`]/g, "");
}

/** What the rulebook says under a number, and under those that it refers to. */
export function rulesAbout(text: string, rule: string): { rule: string; text: string }[] {
  const own = paragraph(text, rule);
  if (!own) return [];
  const others = [...new Set(own.match(/§\d+\.\d+/g) ?? [])].filter((one) => one !== rule);
  return [rule, ...others]
    .map((one) => ({ rule: one, text: paragraph(text, one) }))
    .filter((one) => one.text);
}

function paragraph(text: string, rule: string): string {
  const found = text.split(/\n\s*\n/).find((part) => part.trim().startsWith(`**${rule}**`));
  return found
    ? plain(found.trim().slice(rule.length + 4))
        .replace(/\s*\n\s*/g, " ")
        .trim()
    : "";
}
