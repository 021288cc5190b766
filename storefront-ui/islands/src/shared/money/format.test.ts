import { expect, test } from "vitest";
import { formatMoney } from "./format";

// spec: money.fraction-digits, money.jpy-cents.open
test("minor units are formatted with the decimals of their currency", () => {
  expect(formatMoney(500, "USD", "en-US")).toBe("$5.00");
  expect(formatMoney(500, "JPY", "en-US")).toBe("¥500");
});

test("amounts are formatted for the page's locale", () => {
  expect(formatMoney(123456750, "USD", "en-US")).toBe("$1,234,567.50");
  expect(formatMoney(123450, "EUR", "de-DE")).toBe("1.234,50\u00a0€");
  expect(formatMoney(-995, "USD", "en-US")).toBe("-$9.95");
});

test("in lines from right to left, letters and sign of a symbol stay together", () => {
  expect(formatMoney(3800, "USD", "ar-AE")).toBe("\u200f38.00\u00a0US$\u200e");
  expect(formatMoney(-3800, "USD", "ar-EG")).toMatch(/US\$\u200e$/);
  expect(formatMoney(3800, "CAD", "he")).toBe("\u200f38.00\u00a0\u200fCA$\u200e");
  expect(formatMoney(3800, "USD", "he")).toMatch(/\$$/);
  expect(formatMoney(3800, "AED", "ar-AE")).toMatch(/\u00a0د\.إ\.\u200f$/);
  expect(formatMoney(3800, "USD", "sv")).toMatch(/\u00a0US\$$/);
});
