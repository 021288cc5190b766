import type { OwnPrice } from "@/shared/api/types";
import { formatMoney } from "@/shared/money/format";
import type { PageContext } from "@/shared/page/context";
import { ownPrices } from "@/shared/shop/own-prices";
import { mayHaveOwnPrices } from "@/shared/shop/own-prices-hint";
import type { ProductVariant } from "@/shared/shop/product-data";
import type { PageStore } from "@/shared/store/page-store";
import { element } from "@/shared/ui/elements";
import { drawPrice } from "./price";

const place = "[data-stoa-price-of]";

/** The signed-in visitor's price of a product without a chosen variant. */
export function drawOwnPrice(prices: readonly OwnPrice[], currency: string, locale: string): HTMLElement {
  const [first] = prices;
  const own = prices.map(({ priceCents }) => priceCents);
  const lowest = Math.min(...own);
  if (first === undefined || own.some((price) => price !== lowest)) {
    const rhythm = first?.rhythm ?? null;
    const from = `from ${formatMoney(lowest, currency, locale)}`;
    return element("div", "product-price", rhythm === null ? from : `${from} ${rhythm}`);
  }
  const general = first.generalPriceCents;
  const isOneForAll = prices.every(({ generalPriceCents }) => generalPriceCents === general);
  const price = { price: isOneForAll ? general : lowest, salePrice: lowest, onSale: isOneForAll, isOwn: true };
  return drawPrice(price, currency, locale, first.rhythm);
}

/** A variant with the signed-in visitor's price. */
export function withOwnPrice(variant: ProductVariant, prices: readonly OwnPrice[]): ProductVariant {
  const own = prices.find(({ variantId }) => variantId === variant.id);
  if (own === undefined) return variant;
  const isLower = own.priceCents < own.generalPriceCents;
  const lowered = isLower ? { ...variant, salePrice: own.priceCents, onSale: true, isOwn: true } : variant;
  const { subscriberPrice } = variant;
  if (subscriberPrice === null || own.subscriberPriceCents === null) return lowered;
  const general = subscriberPrice.onSale ? (subscriberPrice.salePrice ?? subscriberPrice.price) : subscriberPrice.price;
  if (own.subscriberPriceCents >= general) return lowered;
  const subscribers = { ...subscriberPrice, salePrice: own.subscriberPriceCents, onSale: true, isOwn: true };
  return { ...lowered, subscriberPrice: subscribers };
}

async function showAt(shown: HTMLElement, { currency, locale }: PageContext): Promise<void> {
  const prices = await ownPrices(shown.dataset.stoaPriceOf ?? "");
  if (prices.length === 0) return;
  shown.querySelector(".product-price")?.replaceWith(drawOwnPrice(prices, currency, locale));
  // It is calculated from the public price; the product page shows instalments of the visitor's own price.
  shown.querySelector(".stoa-product-card__installments")?.remove();
}

/** Shows the signed-in visitor's prices on product cards. Product forms do so themselves. */
export function showOwnPrices(within: ParentNode, store: PageStore, context: PageContext): void {
  if (!mayHaveOwnPrices(store, context)) return;
  for (const shown of within.querySelectorAll<HTMLElement>(place)) void showAt(shown, context);
}
