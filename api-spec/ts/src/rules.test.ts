import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { breachOf, limitsOf } from "./rule";
import { CheckoutField, DiscountBody, SiteAddressDto, StoreSettingsBody } from "./rules";

const place = (path: string) => fileURLToPath(new URL(path, import.meta.url));

it("matches the committed OpenAPI document", () => {
  const generated = execFileSync("node", [place("../scripts/rules.mjs"), place("../../openapi.json")], {
    encoding: "utf8",
  });
  expect(readFileSync(place("rules.ts"), "utf8")).toBe(generated);
});

it("tells limits of texts, numbers and lists", () => {
  expect(limitsOf(DiscountBody.entries.label)).toEqual({
    kind: "text",
    isOptional: false,
    isWhole: false,
    min: 1,
    max: 60,
  });
  expect(limitsOf(DiscountBody.entries.code)).toEqual({
    kind: "text",
    isOptional: true,
    isWhole: false,
    min: 3,
    max: 40,
  });
  expect(limitsOf(StoreSettingsBody.entries.productsPerPage)).toEqual({
    kind: "number",
    isOptional: false,
    isWhole: true,
    min: 1,
    max: 100,
  });
  expect(limitsOf(SiteAddressDto.entries.mapLat)).toEqual({
    kind: "number",
    isOptional: true,
    isWhole: false,
    min: -90,
    max: 90,
  });
  expect(limitsOf(CheckoutField.entries.choices)).toMatchObject({ kind: "list", max: 50 });
});

it("tells why a value breaks a rule", () => {
  const { label, usageLimit } = DiscountBody.entries;
  expect(["", "Spring", "x".repeat(61), 7].map((value) => breachOf(label, value))).toEqual([
    "too-small",
    null,
    "too-large",
    "wrong",
  ]);
  expect([null, 0, 1, 1.5, NaN].map((value) => breachOf(usageLimit, value))).toEqual([
    null,
    "too-small",
    null,
    "wrong",
    "wrong",
  ]);
});
