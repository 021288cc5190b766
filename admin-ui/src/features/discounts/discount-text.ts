import { t } from "@lingui/core/macro";
import { formatShare, localeFor } from "@/shared/i18n/format";
import { formatMoney } from "@/shared/money/money";
import { validityOf, type Validity } from "@/shared/ui/validity";
import type { Discount } from "./api";

/** Short text of a discount's effect. */
export function effectText(discount: Discount, currency: string, locale: string): string {
  switch (discount.kind) {
    case "percent":
      return t`${{ share: formatShare((discount.rateBasisPoints ?? 0) / 10_000) }} off`;
    case "amount":
      return t`${{ money: formatMoney(discount.amountCents ?? 0, currency, locale) }} off`;
    case "free-shipping":
      return t`Free shipping`;
  }
}

/** Number of orders that used a discount. Without a limit, counting stops at a maximum. */
export function usedText({ usageLimit, usedCount, moreUsed }: Discount, locale: string): string {
  const used = new Intl.NumberFormat(localeFor(locale)).format(usedCount);
  if (usageLimit != null)
    return t`${used} of ${{ usageLimit: new Intl.NumberFormat(localeFor(locale)).format(usageLimit) }}`;
  return moreUsed ? `${used}+` : used;
}

export type DiscountState = Validity | "used-up";

/** Whether a discount can be used now, and if not, why. */
export function stateOf(discount: Discount, now: number = Date.now()): DiscountState {
  const validity = validityOf(discount, now);
  if (validity === "off" || validity === "ended") return validity;
  const isUsedUp = discount.usageLimit != null && discount.usedCount >= discount.usageLimit;
  return isUsedUp ? "used-up" : validity;
}
