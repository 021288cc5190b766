import { expect, test } from "vitest";
import { formatMoney } from "@/shared/money/format";
import { cartOf, countryOf, entryOf } from "@/testing/shop";
import { blankAddress } from "@/shared/address/address";
import { attemptKey, endAttempt, lastAttempt } from "./attempt-key";
import { cardData, cardErrors, groupDigits, formatExpiry } from "./payment/card";
import { describeChanges } from "./cart-changes";

const money = (amount: number): string => formatMoney(amount, "USD", "en-US");

test("an attempt keeps its key until it has an outcome", () => {
  const key = attemptKey("t1");
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(attemptKey("t1")).toBe(key);
  endAttempt("t1");
  expect(lastAttempt()).toEqual({ cartToken: "t1", key: "" });
  expect(attemptKey("t1")).not.toBe(key);
});

test("another cart has another key, and invalid storage is ignored", () => {
  const key = attemptKey("t1");
  expect(attemptKey("t2")).not.toBe(key);
  sessionStorage.setItem("stoa.checkout.attempt", "{");
  expect(lastAttempt()).toBeNull();
});

test("formats card numbers and expiry dates", () => {
  expect(groupDigits("42424242 4242x4242")).toBe("4242 4242 4242 4242");
  expect(formatExpiry("1")).toBe("1");
  expect(formatExpiry("1229")).toBe("12 / 29");
  const card = { cardNumber: "4242 4242 4242 4242", expiry: "12 / 29", cvc: " 123 ", name: " Ada " };
  expect(cardData(card)).toEqual({ cardNumber: "4242424242424242", expiry: "12/29", cvc: "123", name: "Ada" });
});

test("reports missing card fields", () => {
  const today = new Date(2026, 10, 21);
  const blank = { cardNumber: "", expiry: "", cvc: "", name: "" };
  expect(Object.keys(cardErrors(blank, today))).toEqual(["cardNumber", "expiry", "cvc", "name"]);
  const good = { cardNumber: "4242 4242 4242 4242", expiry: "11 / 26", cvc: "123", name: "Ada" };
  expect(cardErrors(good, today)).toEqual({});
  expect(cardErrors({ ...good, expiry: "10 / 26" }, today)).toEqual({ expiry: "This card has expired." });
  expect(cardErrors({ ...good, expiry: "13 / 27" }, today)).toHaveProperty("expiry");
});

test("preselects the only delivery country", () => {
  expect(blankAddress([countryOf("US")]).country).toBe("US");
  expect(blankAddress([countryOf("US"), countryOf("CA")]).country).toBe("");
});

test("describes changes of a cart per item", () => {
  const before = cartOf([
    entryOf({ id: "a", title: "Mug", quantity: 2 }),
    entryOf({ id: "b", title: "Bowl", purchasePriceCents: 3400 }),
    entryOf({ id: "c", title: "Jar" }),
  ]);
  const after = cartOf([
    entryOf({ id: "a", title: "Mug", quantity: 2, qtyAvailable: 1 }),
    entryOf({ id: "b", title: "Bowl", purchasePriceCents: 3600 }),
  ]);
  expect(describeChanges(before, after, money)).toEqual([
    "Mug, 10 oz / Oat has only 1 left.",
    "Bowl, 10 oz / Oat now costs $36.00 instead of $34.00.",
    "Jar, 10 oz / Oat is no longer available.",
    "The total is now $112.00 instead of $148.00.",
  ]);
  expect(describeChanges(before, before, money)).toEqual([]);
});

test("names a coupon that is used up", () => {
  const code = { id: "d1", promoCode: "RUSH", label: "Rush", amountCents: 380, reason: null };
  const spent = { ...code, amountCents: 0, reason: "This code has been used up." };
  const before = cartOf([entryOf()], { coupons: [code], validCoupons: [code], grandTotalCents: 3420 });
  const after = cartOf([entryOf()], { coupons: [spent], invalidCoupons: [spent] });
  expect(describeChanges(before, after, money)).toEqual([
    "RUSH: This code has been used up.",
    "The total is now $38.00 instead of $34.20.",
  ]);
});
