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
