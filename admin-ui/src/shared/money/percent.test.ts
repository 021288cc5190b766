import { expect, test } from "vitest";
import { parsePercent, percentToText } from "./percent";

test("percentages are parsed to basis points and formatted back", () => {
  expect(["10", "7.25", "7,5", " 100 % "].map(parsePercent)).toEqual([1000, 725, 750, 10_000]);
  expect(["", "ten", "1.234", "-5"].map(parsePercent)).toEqual([null, null, null, null]);
  expect([1000, 725, 750, 10_000].map(percentToText)).toEqual(["10", "7.25", "7.5", "100"]);
});
