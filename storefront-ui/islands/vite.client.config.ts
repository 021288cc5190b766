import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const source = fileURLToPath(new URL("./src", import.meta.url));
const apiTypes = fileURLToPath(new URL("../../api-spec/ts/src", import.meta.url));

/** The script that shows blocks of plugins in frames: one file without a hash in its name, loaded where there are some. */
export default defineConfig({
  resolve: { alias: { "@stoa/api": apiTypes, "@": source } },
  build: {
    target: "es2022",
    sourcemap: false,
    // The folder has the islands, too.
    emptyOutDir: false,
    rolldownOptions: {
      input: `${source}/plugin-client/main.ts`,
      output: { format: "iife", entryFileNames: "plugin-client.js" },
    },
  },
});
