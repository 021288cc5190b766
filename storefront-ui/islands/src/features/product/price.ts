import { formatMoney } from "@/shared/money/format";
import { element } from "@/shared/ui/elements";
import type { VariantPrice } from "@/shared/shop/product-data";

function hidden(text: string): HTMLElement {
  return element("span", "visually-hidden", text);
}

/**
 * A price in the server's markup; with the original price if it is on sale or lower for the visitor. Subscription
 * prices include the billing interval.
 */
export function drawPrice(
  variant: VariantPrice,
  currency: string,
  locale: string,
  rhythm: string | null = null,
): HTMLElement {
  const price = element("div", "product-price");
  const written = (amount: number): string => {
    const money = formatMoney(amount, currency, locale);
    return rhythm === null ? money : `${money} ${rhythm}`;
  };
  if (!variant.onSale || variant.salePrice === null) {
    price.textContent = written(variant.price);
    return price;
  }
  const original = element("span", "original-price");
  original.append(hidden("Original Price:"), written(variant.price));
  price.append(hidden(variant.isOwn === true ? "Your Price:" : "Sale Price:"), written(variant.salePrice), original);
  return price;
}
