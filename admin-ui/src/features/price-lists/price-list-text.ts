import { plural, t } from "@lingui/core/macro";
import { formatShare } from "@/shared/i18n/format";
import type { PriceListSummary } from "./api";

/** Short text of a list's effect. */
export function effectText({ rateBasisPoints, priceCount }: PriceListSummary): string {
  const parts = [
    rateBasisPoints > 0 ? t`${{ share: formatShare(rateBasisPoints / 10_000) }} off` : "",
    priceCount > 0 ? plural(priceCount, { one: "# fixed price", other: "# fixed prices" }) : "",
  ];
  return parts.filter(Boolean).join(", ");
}

/** Audience of a list. A list whose customers were all erased applies to nobody. */
export function audienceText({ audience, customerCount }: PriceListSummary): string {
  return audience === "signed-in"
    ? t`All signed-in customers`
    : plural(customerCount, { one: "# customer", other: "# customers" });
}
