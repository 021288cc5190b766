import { defineConfig, devices } from "@playwright/test";
import { chromium, platformUrl } from "./e2e/support/environment.ts";

const isRoot = process.getuid?.() === 0;

/** The journeys need a running server with its demo sites, and change their data. */
export default defineConfig({
  testDir: "./e2e",
  fullyParallel: false,
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    baseURL: platformUrl,
    viewport: { width: 1280, height: 860 },
    // A tenth of the work of a journey was drawing transitions. Those of the first site and of drags are drawn.
    contextOptions: { reducedMotion: "reduce" },
    trace: "on-first-retry",
    launchOptions: {
      executablePath: chromium,
      // Without a GPU, software rasterization is slower than plain rendering.
      args: ["--disable-gpu-rasterization", ...(isRoot ? ["--no-sandbox"] : [])],
    },
  },
});
