import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { licences } from "./licences.js";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.TRUFFLEWOOD_SERVER ?? "http://127.0.0.1:8000";

/** A game's board is named after its game. */
function chunkName({ facadeModuleId }) {
  const game = /games\/(\w+)\/client\/index/.exec(facadeModuleId ?? "")?.[1];
  return game ? `assets/board-${game}-[hash].js` : "assets/[name]-[hash].js";
}

/** Tells how many modules have been read, for whoever waits (tools/client.py). */
function progress() {
  let read = 0;
  return {
    name: "progress",
    apply: () => Boolean(process.env.TRUFFLEWOOD_PROGRESS),
    moduleParsed: () => void (++read % 10 || process.stdout.write(`read ${read}\n`)),
  };
}

export default defineConfig({
  root: here("."),
  plugins: [svelte(), licences(), progress()],
  resolve: {
    alias: {
      $lib: here("src/lib"),
      $kit: here("src/kit"),
      $types: here("generated/types"),
      $generated: here("generated"),
    },
    dedupe: ["svelte"], // the games' folders lie outside this one
    conditions: process.env.VITEST ? ["browser"] : undefined,
  },
  build: {
    outDir: here("../src/trufflewood/server/static"),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: "es2022",
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { chunkFileNames: chunkName } },
  },
  server: {
    fs: { allow: [here("..")] },
    proxy: { "/api": { target: server, ws: true } },
  },
  test: {
    include: ["tests/**/*.test.ts", "../src/trufflewood/games/*/client/**/*.test.ts"],
    environment: "node",
  },
});
