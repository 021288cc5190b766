import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const source = fileURLToPath(new URL("./src", import.meta.url));
const engine = fileURLToPath(new URL("../../core/editor-wasm/web/engine.ts", import.meta.url));
const apiTypes = fileURLToPath(new URL("../../api-spec/ts/src", import.meta.url));

export default defineConfig({
  base: "./",
  plugins: [react()],
  resolve: { alias: { "@stoa/api": apiTypes, "@stoa/engine": engine, "@": source } },
  build: {
    target: "es2022",
    sourcemap: false,
    manifest: "manifest.json",
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: `${source}/app/main.ts`,
      output: {
        // Pages refer to the entry by name, so it has no hash; its chunks do.
        entryFileNames: "islands.js",
        chunkFileNames: "assets/[name]-[hash].js",
        assetFileNames: "assets/[name]-[hash][extname]",
      },
    },
  },
  test: {
    environment: "jsdom",
    environmentOptions: { jsdom: { url: "http://shop.test/" } },
    setupFiles: ["./src/testing/setup.ts"],
    include: ["src/**/*.test.{ts,tsx}"],
    restoreMocks: true,
    testTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    maxWorkers: "100%",
  },
});
