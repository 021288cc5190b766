import { expect, test } from "vitest";
import { addressText, blankAddress } from "./address-words";

const countries = [
  { code: "US", name: "United States" },
  { code: "DE", name: "Germany" },
];

test("an address is written as the post of its country reads it", () => {
  const ada = { ...blankAddress([]), firstName: "Ada", lastName: "Byron", line1: "1 Main St", city: "Portland", region: "OR", postalCode: "97201", country: "US" };
  expect(addressText(ada, countries)).toBe("Ada Byron\n1 Main St\nPortland, OR 97201\nUnited States");
  expect(addressText({ ...ada, line1: "Am Ufer 3", city: "Konstanz", region: "", postalCode: "78462", country: "DE" }, countries)).toBe(
    "Ada Byron\nAm Ufer 3\n78462 Konstanz\nGermany",
  );
});
