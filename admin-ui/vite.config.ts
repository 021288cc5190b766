import { fileURLToPath } from "node:url";
import { lingui } from "@lingui/vite-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { chartsApart } from "./charts-plugin.ts";
import { mockServer } from "./mock-server.ts";
import { screenIcons } from "./screen-icons.ts";
import { texts } from "./texts-plugin.ts";

const source = fileURLToPath(new URL("./src", import.meta.url));
const apiTypes = fileURLToPath(new URL("../api-spec/ts/src", import.meta.url));
const engine = fileURLToPath(new URL("../core/editor-wasm/web/engine.ts", import.meta.url));
const documentRules = fileURLToPath(new URL("../core/document-wasm/web/rules.ts", import.meta.url));
const pluginClient = fileURLToPath(new URL("../storefront-ui/islands/src/plugin-client/client.ts", import.meta.url));
const repository = fileURLToPath(new URL("..", import.meta.url));
const server = "http://127.0.0.1:8080";

export default defineConfig(({ mode }) => ({
  base: "/admin/",
  plugins: [chartsApart(), texts(), lingui(), react(), ...(mode === "mock" ? [mockServer()] : [])],
  resolve: {
    alias: {
      "@stoa/api": apiTypes,
      "@stoa/document-rules": documentRules,
      "@stoa/engine": engine,
      "@stoa/plugin-client": pluginClient,
      "@": source,
    },
  },
  server: {
    host: "127.0.0.1",
    fs: { allow: [repository] },
    ...(mode === "mock"
      ? {}
      : {
          proxy: {
            "/api": { target: server, changeOrigin: false },
            "/assets": server,
            "/static": server,
            "/admin/panel-frame": server,
            "/admin/block-frames": server,
          },
        }),
  },
  build: {
    target: "es2022",
    sourcemap: false,
    manifest: "manifest.json",
    chunkSizeWarningLimit: 600,
    rolldownOptions: { output: { codeSplitting: { groups: [screenIcons()] } } },
  },
  test: {
    environment: "jsdom",
    environmentOptions: { jsdom: { url: "http://stoa.test/admin/" } },
    setupFiles: ["./src/testing/setup.ts"],
    include: ["src/**/*.test.{ts,tsx}"],
    restoreMocks: true,
    testTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    maxWorkers: "100%",
    // Loading the modules again for each file takes a third of the test time; state that a file leaves is cleared after
    // each test.
    isolate: false,
    unstubGlobals: true,
  },
}));
