// The linter of the browser client. Prettier keeps the layout, svelte-check and tsc the types.
// It runs from the root of the repository, because the games' boards lie outside this folder:
// `npm run lint` and `python tools/client.py --check` do so.
import { defineConfig, globalIgnores } from "eslint/config";
import svelte from "eslint-plugin-svelte";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

const svelteFiles = ["**/*.svelte", "**/*.svelte.ts"];

export default defineConfig(
  globalIgnores(["**/node_modules/", "frontend/generated/", "src/trufflewood/server/static/"]),
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  ts.configs.recommendedTypeChecked,
  svelte.configs.recommended,
  svelte.configs.prettier, // switches off what fights the formatter
  {
    languageOptions: {
      parserOptions: {
        project: "./tsconfig.json",
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: [".svelte"],
      },
    },
    rules: {
      eqeqeq: "error",
      "no-console": "error",
      // What Prettier cannot break (it aims at 110) a person breaks, but for a drawn path: "M12 9a3 3 0 …".
      "max-len": ["error", { code: 140, ignorePattern: '"M[-\\d.]+ ?[-\\d.]+' }],
      // A leading underscore says that a value is not needed; `{#each { length: n } as _, i}` cannot do without.
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", destructuredArrayIgnorePattern: "^_" },
      ],
    },
  },
  {
    files: svelteFiles,
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    rules: {
      // Each Map and Set here is a cache or is made anew; none that is drawn is changed in place.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
  {
    files: ["**/*.svelte"],
    rules: {
      // What one .svelte file imports from another has no type for this linter; svelte-check knows it.
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
  { files: ["**/*.js"], extends: [ts.configs.disableTypeChecked] }, // three configuration files, in no tsconfig
);
