import { defineConfig } from "@playwright/test";

const executablePath = process.env.STOA_E2E_CHROMIUM ?? "/usr/bin/chromium";

export default defineConfig({
  testDir: ".",
  outputDir: "../../../../target/engine-check/test-results",
  workers: 1,
  retries: 0,
  timeout: 120_000,
  use: { browserName: "chromium", launchOptions: { executablePath, args: ["--no-sandbox"] } },
});
