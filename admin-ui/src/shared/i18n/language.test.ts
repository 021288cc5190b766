import { afterEach, expect, test } from "vitest";
import { i18n } from "./i18n";
import { showLanguage } from "./language";

afterEach(() => showLanguage("en"));

test("the language that was asked for last is shown, although its texts arrive before those of an earlier one", async () => {
  const arrived: string[] = [];
  const show = (language: string) => showLanguage(language).then(() => arrived.push(language));
  // The Arabic catalogue has to be loaded, English has none.
  await Promise.all([show("ar"), show("en")]);
  expect(arrived).toEqual(["en", "ar"]);
  expect(i18n.locale).toBe("en");
  expect(document.documentElement).toHaveAttribute("lang", "en");
  expect(document.documentElement).toHaveAttribute("dir", "ltr");
});

test("a language that is asked for again is shown when its texts arrive", async () => {
  await Promise.all([showLanguage("ar"), showLanguage("en"), showLanguage("ar")]);
  expect(i18n.locale).toBe("ar");
  expect(document.documentElement).toHaveAttribute("dir", "rtl");
});
