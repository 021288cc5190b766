import type { Cart } from "@/shared/api/types";
import { entryName } from "@/shared/shop/entry";
import { textOf } from "@/shared/text/messages";

/** Describes changes in the lines of a cart since the customer last saw them. */
export function describeLines(before: Cart, after: Cart, money: (minorUnits: number) => string): string[] {
  const now = new Map(after.entries.map((entry) => [entry.id, entry]));
  const changes: string[] = [];
  for (const entry of before.entries) {
    const name = entryName(entry);
    const present = now.get(entry.id);
    if (present === undefined) {
      changes.push(textOf("checkout.lineGone", { name }));
      continue;
    }
    if (present.quantity !== entry.quantity) {
      changes.push(textOf("checkout.lineQuantity", { name, now: present.quantity, before: entry.quantity }));
    }
    if (present.purchasePriceCents !== entry.purchasePriceCents) {
      const [price, earlier] = [money(present.purchasePriceCents), money(entry.purchasePriceCents)];
      changes.push(textOf("checkout.linePrice", { name, now: price, before: earlier }));
    }
    if (present.qtyAvailable !== null && present.qtyAvailable < present.quantity) {
      const count = present.qtyAvailable;
      changes.push(
        count === 0 ? textOf("checkout.lineSoldOut", { name }) : textOf("checkout.lineFewLeft", { name, count }),
      );
    }
  }
  const known = new Set(before.entries.map((entry) => entry.id));
  for (const entry of after.entries) {
    if (!known.has(entry.id)) changes.push(textOf("checkout.lineAdded", { name: entryName(entry) }));
  }
  return changes;
}

/** Describes changes in a cart since the customer last saw it. */
export function describeChanges(before: Cart, after: Cart, money: (minorUnits: number) => string): string[] {
  const changes = describeLines(before, after, money);
  for (const { promoCode, reason } of after.invalidCoupons) {
    const applied = before.validCoupons.some((coupon) => coupon.promoCode === promoCode);
    if (applied && reason !== null) changes.push(textOf("checkout.couponLost", { code: promoCode, reason }));
  }
  if (before.grandTotalCents !== after.grandTotalCents) {
    const [now, earlier] = [money(after.grandTotalCents), money(before.grandTotalCents)];
    changes.push(textOf("checkout.totalChanged", { now, before: earlier }));
  }
  return changes;
}
