import {
  CheckoutField,
  CommentSettings,
  DiscountBody,
  FulfillBody,
  SiteAddressDto,
  StoreSettingsBody,
} from "@stoa/api/rules";
import { expect, it } from "vitest";
import { fieldRules, maxOf } from "./field-rules";
import { percentRules } from "./percent-field";

type Rules = ReturnType<typeof fieldRules>;

function said({ rules }: Rules, ...typed: string[]) {
  return typed.map((text) => rules.validate(text));
}

it("takes the length of a text from the API document", () => {
  const label = fieldRules(DiscountBody.entries.label, { missing: "Enter a name" });
  expect(label.maxLength).toBe(60);
  expect(said(label, "", "  ", " Spring ", "x".repeat(61))).toEqual([
    "Enter a name",
    "Enter a name",
    true,
    "At most 60 characters",
  ]);
});

it("lets optional texts be empty", () => {
  expect(said(fieldRules(FulfillBody.entries.carrier), "", "Post")).toEqual([true, true]);
  expect(said(fieldRules(StoreSettingsBody.entries.taxId), "")).toEqual([true]);
  expect(said(fieldRules(DiscountBody.entries.code, { missing: "Enter a code" }), "", "A1")).toEqual([
    "Enter a code",
    "At least 3 characters",
  ]);
});

it("reads whole numbers and their range", () => {
  const pages = fieldRules(StoreSettingsBody.entries.productsPerPage);
  expect(pages.maxLength).toBeUndefined();
  const range = "Enter a whole number from 1 to 100.";
  expect(said(pages, "", "some", "1.5", "1e2", "0", "101", " 24 ")).toEqual([
    ...Array<string>(4).fill("Enter a whole number"),
    range,
    range,
    true,
  ]);
  expect(said(fieldRules(DiscountBody.entries.usageLimit), "", "0")).toEqual([
    true,
    "Enter a whole number from 1 to 999,999,999.",
  ]);
});

it("lets an empty field stand for something where it may", () => {
  const days = fieldRules(CommentSettings.entries.closeAfterDays, { mayBeEmpty: true });
  expect(said(days, "", "30", "3651")).toEqual([true, true, "Enter a whole number from 0 to 3,650."]);
});

it("uses the field's own words and conversion", () => {
  const north = fieldRules(SiteAddressDto.entries.mapLat, {
    wrong: "Enter degrees, such as 48.2",
    outside: ({ min, max }) => `Enter degrees from ${min} to ${max}.`,
  });
  expect(said(north, "", "48,2", "north", "-91")).toEqual([
    true,
    true,
    "Enter degrees, such as 48.2",
    "Enter degrees from -90 to 90.",
  ]);
  const wrong = "Enter a percentage up to 100";
  expect(said(percentRules(DiscountBody.entries.rateBasisPoints), "10", "12,5", "0", "100.01", "")).toEqual([
    true,
    true,
    wrong,
    wrong,
    wrong,
  ]);
});

it("tells how many entries a list can have", () => {
  expect(maxOf(CheckoutField.entries.choices)).toBe(50);
  expect(() => maxOf(SiteAddressDto)).toThrow(TypeError);
});
