import { defineConfig } from "@playwright/test";
import { shops } from "./shops";

const executablePath = process.env.STOA_E2E_CHROMIUM ?? "/usr/bin/chromium";

export default defineConfig({
  testDir: ".",
  outputDir: "test-results",
  // Order numbers are compared, and stock is counted: one customer at a time.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: shops.juniper.url,
    browserName: "chromium",
    locale: "en-US",
    trace: "on-first-retry",
    // Without a GPU, software rasterization is slower than plain rendering.
    launchOptions: { executablePath, args: ["--disable-gpu-rasterization", "--no-sandbox"] },
  },
  // Touch has no hover: tests that need it are tagged.
  projects: [
    { name: "desktop", grepInvert: /@finger/, use: { viewport: { width: 1280, height: 900 } } },
    // Payments, counted visits and server responses do not depend on the width; layout is checked by the other tests.
    {
      name: "phone",
      grepInvert: /@pointer/,
      testIgnore: ["markup.spec.ts", "payment.spec.ts", "purchase.spec.ts", "visits.spec.ts"],
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
});
