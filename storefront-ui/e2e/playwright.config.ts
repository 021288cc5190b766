import { defineConfig } from "@playwright/test";
import { shops } from "./shops";

const executablePath = process.env.STOA_E2E_CHROMIUM ?? "/usr/bin/chromium";

export default defineConfig({
  testDir: ".",
  outputDir: "test-results",
  // Order numbers are compared, and stock is counted: one shopper at a time.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: shops.juniper.url,
    browserName: "chromium",
    locale: "en-US",
    trace: "on-first-retry",
    // Where no GPU is, imitating one takes longer than drawing without.
    launchOptions: { executablePath, args: ["--disable-gpu-rasterization", "--no-sandbox"] },
  },
  // A finger does not hover: what stands behind that is marked by who can reach it.
  projects: [
    { name: "desktop", grepInvert: /@finger/, use: { viewport: { width: 1280, height: 900 } } },
    // How money is taken and what servers send do not depend on the width; that screens fit is looked at with the others.
    { name: "phone", grepInvert: /@pointer/, testIgnore: ["markup.spec.ts", "paying.spec.ts", "purchase.spec.ts"], use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  ],
});
