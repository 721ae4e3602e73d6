/** Collects the licences of the packages whose code ends up in the bundle, for whoever gets the pages. */

import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const FILE = "third-party-licences.txt";
const OPEN = new Set(["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "0BSD"]);
const modules = fileURLToPath(new URL("node_modules/", import.meta.url));

/** The package of a module of the bundle; undefined for our own. */
export function packageOf(id) {
  const helper = /^\0(vite|rolldown)\//.exec(id)?.[1]; // written into the bundle by the bundler itself
  return helper ?? /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1];
}

function licence(name) {
  const folder = `${modules}${name}/`;
  const about = JSON.parse(readFileSync(`${folder}package.json`, "utf-8"));
  const file = readdirSync(folder).find((one) => /^licen[cs]e(\.\w+)?$/i.test(one));
  if (!OPEN.has(about.license) || !file)
    throw new Error(
      `trufflewood: ${name} is bundled, but its licence (${about.license}, ${file ?? "no file"}) is not ` +
        "among those that licences.js knows; add it there after reading it, or do without the package.",
    );
  // Vite's file goes on with what is bundled into Vite, none of which reaches a page.
  const text = readFileSync(folder + file, "utf-8")
    .split(/^# Licenses of bundled dependencies/m)[0]
    .trim();
  return `${name} ${about.version} (${about.license})\n\n${text}\n`;
}

/** A plugin that writes one file with all of them beside the page. */
export function licences() {
  return {
    name: "trufflewood-licences",
    apply: "build",
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === "chunk");
      const used = chunks.flatMap((chunk) =>
        Object.keys(chunk.modules).filter((id) => chunk.modules[id].renderedLength > 0),
      );
      const names = [...new Set(used.map(packageOf).filter(Boolean))].sort();
      const head = "The pages of Trufflewood contain code of these packages.\n";
      const source = [head, ...names.map(licence)].join(`\n${"-".repeat(80)}\n\n`);
      this.emitFile({ type: "asset", fileName: FILE, source });
    },
  };
}
