import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = fileURLToPath(new URL("./src", import.meta.url));
const engine = fileURLToPath(new URL("../../core/editor-wasm/web/engine.ts", import.meta.url));
const apiTypes = fileURLToPath(new URL("../../api-spec/ts/src", import.meta.url));

const tests = ["src/**/*.test.{ts,tsx}"];
/** They replace `location`, or ask the clock for its entries, which a global scope of jsdom does not allow and have. */
const ownProcess = ["src/shared/page/language.test.ts", "src/visitor/visit.test.ts"];

/** Components are written for React and run on Preact, which has the same interface at a tenth of the size. */
const preact = {
  "react-dom/client": "preact/compat/client",
  "react-dom/test-utils": "preact/test-utils",
  "react-dom": "preact/compat",
  "react/jsx-runtime": "preact/jsx-runtime",
  "react/jsx-dev-runtime": "preact/jsx-runtime",
  react: "preact/compat",
};

/** Vite's helper for `import()` loads style sheets of chunks, of which there are none. */
const plainImports = {
  name: "plain-imports",
  enforce: "pre",
  load: (id: string) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : null),
} as const;

/** The arguments of its calls name those style sheets. */
const importsWithoutStyles = {
  name: "imports-without-styles",
  apply: "build",
  async writeBundle({ dir = "" }: { dir?: string }, bundle: Record<string, { type: string }>): Promise<void> {
    const scripts = Object.entries(bundle).filter(([, { type }]) => type === "chunk");
    for (const [name] of scripts) {
      const file = join(dir, name);
      await writeFile(file, (await readFile(file, "utf8")).replaceAll(",[],import.meta.url)", ")"));
    }
  },
} as const;

export default defineConfig({
  base: "./",
  plugins: [plainImports, importsWithoutStyles],
  resolve: { alias: { ...preact, "@stoa/api": apiTypes, "@stoa/engine": engine, "@": source } },
  build: {
    target: "es2022",
    sourcemap: false,
    manifest: "manifest.json",
    // Lists of the files to preload would be larger than the files.
    modulePreload: false,
    rolldownOptions: {
      input: `${source}/app/main.ts`,
      output: {
        // Pages refer to the entry by name, so it has no hash; its chunks do.
        entryFileNames: "islands.js",
        chunkFileNames: "assets/[name]-[hash].js",
        assetFileNames: "assets/[name]-[hash][extname]",
        codeSplitting: {
          groups: [
            // One file for what every page loads, and one for what product forms need: many small ones compress badly.
            { name: "page", tags: ["$initial"] },
            {
              name: "shop",
              test: /src\/(shared\/shop\/(product-data|quantity|variant-chosen)\.ts|features\/product\/price\.tsx)$/,
            },
          ],
        },
      },
    },
  },
  test: {
    environment: "jsdom",
    environmentOptions: { jsdom: { url: "http://shop.test/" } },
    setupFiles: ["./src/testing/setup.ts"],
    restoreMocks: true,
    testTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    maxWorkers: "100%",
    // Modules with imports rather than calls of `require`, so that the aliases apply to them.
    alias: { "@testing-library/react": "@testing-library/react/dist/@testing-library/react.esm.js" },
    server: { deps: { inline: [/node_modules\/@testing-library\/react\//] } },
    // A new global scope for each file instead of a new process, which would load jsdom again: that took half of the time.
    projects: [
      { extends: true, test: { name: "scope", include: tests, exclude: ownProcess, pool: "vmThreads" } },
      { extends: true, test: { name: "process", include: ownProcess } },
    ],
  },
});
