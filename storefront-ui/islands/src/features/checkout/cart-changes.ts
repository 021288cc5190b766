import type { Cart } from "@/shared/api/types";
import { entryName } from "@/shared/shop/entry";

/** Describes changes in the lines of a cart since the customer last saw them. */
export function describeLines(before: Cart, after: Cart, money: (minorUnits: number) => string): string[] {
  const now = new Map(after.entries.map((entry) => [entry.id, entry]));
  const changes: string[] = [];
  for (const entry of before.entries) {
    const name = entryName(entry);
    const present = now.get(entry.id);
    if (present === undefined) {
      changes.push(`${name} is no longer available.`);
      continue;
    }
    if (present.quantity !== entry.quantity) {
      changes.push(`${name}: the quantity is now ${present.quantity} instead of ${entry.quantity}.`);
    }
    if (present.purchasePriceCents !== entry.purchasePriceCents) {
      const [price, old] = [money(present.purchasePriceCents), money(entry.purchasePriceCents)];
      changes.push(`${name} now costs ${price} instead of ${old}.`);
    }
    if (present.qtyAvailable !== null && present.qtyAvailable < present.quantity) {
      const left = present.qtyAvailable === 0 ? "is sold out" : `has only ${present.qtyAvailable} left`;
      changes.push(`${name} ${left}.`);
    }
  }
  const known = new Set(before.entries.map((entry) => entry.id));
  for (const entry of after.entries) {
    if (!known.has(entry.id)) changes.push(`${entryName(entry)} was added in the meantime.`);
  }
  return changes;
}

/** Describes changes in a cart since the customer last saw it. */
export function describeChanges(before: Cart, after: Cart, money: (minorUnits: number) => string): string[] {
  const changes = describeLines(before, after, money);
  for (const { promoCode, reason } of after.invalidCoupons) {
    const applied = before.validCoupons.some((coupon) => coupon.promoCode === promoCode);
    if (applied && reason !== null) changes.push(`${promoCode}: ${reason}`);
  }
  if (before.grandTotalCents !== after.grandTotalCents) {
    changes.push(`The total is now ${money(after.grandTotalCents)} instead of ${money(before.grandTotalCents)}.`);
  }
  return changes;
}
