import { afterEach, describe, expect, it } from "vitest";
import { showLanguage } from "../i18n/language";
import { currencyDecimals, formatMoney, moneyToText, parseMoney, smallestStep } from "./money";

function check(text: string, currency: string, expected: number | string) {
  const parsed = parseMoney(text, currency);
  expect(parsed.ok ? parsed.minor : parsed.message).toBe(expected);
}

describe("parseMoney", () => {
  it.each([
    ["24", "USD", 2400],
    ["24.5", "USD", 2450],
    ["24,50", "EUR", 2450],
    ["1,200", "USD", 120_000],
    ["1,200.05", "USD", 120_005],
    ["1 200", "EUR", 120_000],
    ["0.07", "USD", 7],
    ["2400", "JPY", 2400],
    ["2,400", "JPY", 2400],
    ["1.234", "KWD", 1234],
    ["1,234", "KWD", 1_234_000],
    ["12,5", "KWD", 12_500],
    ["0,250", "KWD", 250],
    ["1,200,000", "USD", 120_000_000],
    ["1,20,000.50", "INR", 12_000_050],
    ["1.200,05", "EUR", 120_005],
    ["9007199254.99", "USD", 900_719_925_499],
  ])("parses %s %s as %d minor units", check);

  it.each([
    ["", "USD", "Enter an amount"],
    ["abc", "USD", "Enter an amount"],
    ["-5", "USD", "Enter an amount"],
    ["1.234", "USD", "USD has at most 2 decimals"],
    ["24.5", "JPY", "JPY has no decimals"],
    ["1,2,3", "USD", "Enter an amount"],
    ["1,20.05", "USD", "Enter an amount"],
    ["1.2,3.4", "USD", "Enter an amount"],
  ])("rejects %j %s", check);

  describe("in the language that is shown", () => {
    afterEach(() => showLanguage("en"));

    it.each([
      ["de", "1.200", "EUR", 120_000],
      ["de", "1.200,50", "EUR", 120_050],
      ["de", "1,234", "KWD", 1234],
      ["de", "1.234", "KWD", 1_234_000],
      ["de", "2.400", "JPY", 2400],
      ["de", "24.50", "EUR", 2450],
      ["fr", "1 200,50", "EUR", 120_050],
      ["fr", "1,234", "KWD", 1234],
      ["ja", "1,234", "KWD", 1_234_000],
      ["ar", "1,234", "KWD", 1_234_000],
    ])("%s: parses %s %s as %d minor units", async (language, text, currency, minor) => {
      await showLanguage(language);
      check(text, currency, minor);
    });

    it("refuses what the language leaves open, and decimals that a currency has not", async () => {
      await showLanguage("fr");
      check("1.234", "KWD", "Cela peut signifier 1234 ou 1,234. Saisissez l’une de ces valeurs.");
      await showLanguage("de");
      check("1,200", "EUR", "EUR hat höchstens 2 Nachkommastellen");
    });

    it.each(["de", "fr", "es", "ja", "ar"])("%s: reads the texts of inputs as they were written", async (language) => {
      await showLanguage(language);
      check(moneyToText(1234, "KWD"), "KWD", 1234);
      check(moneyToText(120_050, "EUR"), "EUR", 120_050);
    });

    it("writes its decimal separator", async () => {
      await showLanguage("de");
      expect(moneyToText(2450, "EUR")).toBe("24,50");
    });
  });
});

it("knows the decimals of a currency", () => {
  expect(["USD", "JPY", "KWD"].map(currencyDecimals)).toEqual([2, 0, 3]);
});

it("formats minor units as text that parses to the same amount", () => {
  for (const [minor, currency] of [
    [5, "USD"],
    [2400, "USD"],
    [2400, "JPY"],
    [1, "KWD"],
  ] as const) {
    check(moneyToText(minor, currency), currency, minor);
  }
  expect(moneyToText(5, "USD")).toBe("0.05");
  expect(moneyToText(2400, "JPY")).toBe("2400");
});

it("formats in the site's locale", () => {
  expect(formatMoney(120_050, "USD", "en-US")).toBe("$1,200.50");
  expect(formatMoney(2400, "JPY", "en-US")).toBe("¥2,400");
});

it("keeps letters and sign of a symbol together in lines from right to left", async () => {
  await showLanguage("ar");
  expect(formatMoney(3800, "USD", "ar-AE")).toBe("\u200f38.00\u00a0US$\u200e");
  expect(formatMoney(3800, "AED", "ar-AE")).toMatch(/\u00a0د\.إ\.\u200f$/);
  await showLanguage("en");
  expect(formatMoney(3800, "USD", "ar-AE")).toBe("$38.00");
});

it("gives the smallest price step", () => {
  expect(smallestStep("USD", "en-US")).toBe("$0.01");
  expect(smallestStep("GBP", "en-GB")).toBe("£0.01");
  expect(smallestStep("JPY", "en-US")).toBe("¥1");
});
