import { describe, expect, it } from "vitest";
import { changedAmounts, currencyName, proposedCurrency } from "./currencies";

const offered = ["EUR", "USD", "CHF", "JPY", "GBP"];

describe("currencies", () => {
  it("are proposed by the region of the browser's languages", () => {
    expect(proposedCurrency(["de-AT", "en-US"], offered)).toBe("EUR");
    expect(proposedCurrency(["de-CH"], offered)).toBe("CHF");
    expect(proposedCurrency(["ja"], offered)).toBe("JPY");
    expect(proposedCurrency(["en-GB"], offered)).toBe("GBP");
    expect(proposedCurrency(["pl"], offered)).toBeNull();
    expect(proposedCurrency(["not a tag", "fr"], offered)).toBe("EUR");
    expect(proposedCurrency([], offered)).toBeNull();
  });

  it("have names", () => {
    expect(currencyName("CHF")).toBe("Swiss Franc (CHF)");
  });

  it("explain the effect on amounts", () => {
    expect(changedAmounts("USD", "EUR")).toBe(
      "Amounts keep their numbers and are not converted: 19.00 USD becomes 19.00 EUR.",
    );
    expect(changedAmounts("USD", "JPY")).toContain("only possible while the shop has no prices");
  });
});
