import { defineConfig } from "@lingui/conf";
import { formatter } from "@lingui/format-po";

export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "de", "fr", "es", "ja", "ar"],
  catalogs: [
    {
      path: "<rootDir>/src/locales/{locale}",
      include: ["<rootDir>/src"],
      exclude: ["**/*.test.*", "**/src/testing/**"],
    },
  ],
  // Without line numbers, a catalogue changes only with its messages.
  format: formatter({ lineNumbers: false, printPlaceholdersInComments: true }),
  orderBy: "message",
  runtimeConfigModule: { i18n: ["@/shared/i18n/i18n", "i18n"], Trans: ["@/shared/i18n/trans", "Trans"] },
});
