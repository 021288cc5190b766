import { formatMoney } from "@/shared/money/format";
import { element } from "@/shared/ui/elements";
import type { ProductVariant } from "./product-data";

function hidden(text: string): HTMLElement {
  return element("span", "visually-hidden", text);
}

/** The price of a variant as the server writes it; on sale with the original beside it. */
export function drawPrice(variant: ProductVariant, currency: string, locale: string): HTMLElement {
  const price = element("div", "product-price");
  const written = (amount: number): string => formatMoney(amount, currency, locale);
  if (!variant.onSale || variant.salePrice === null) {
    price.textContent = written(variant.price);
    return price;
  }
  const original = element("span", "original-price");
  original.append(hidden("Original Price:"), written(variant.price));
  price.append(hidden("Sale Price:"), written(variant.salePrice), original);
  return price;
}
