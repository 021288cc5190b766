import { createRoot } from "react-dom/client";
import type { OwnPrice } from "@/shared/api/types";
import { formatMoney } from "@/shared/money/format";
import type { PageContext } from "@/shared/page/context";
import { Existing } from "@/shared/react/existing";
import { PageProvider, usePage } from "@/shared/react/page";
import { ownPrices } from "@/shared/shop/own-prices";
import { mayHaveOwnPrices } from "@/shared/shop/own-prices-hint";
import type { ProductData, ProductVariant } from "@/shared/shop/product-data";
import type { PageStore } from "@/shared/store/page-store";
import { textOf } from "@/shared/text/messages";
import { PriceText } from "./price";

const place = "[data-stoa-price-of]";

/** The signed-in visitor's price of a product without a chosen variant. */
export function OwnPriceText({ prices }: { prices: readonly OwnPrice[] }) {
  const { currency, locale } = usePage();
  const [first] = prices;
  const own = prices.map(({ priceCents }) => priceCents);
  const lowest = Math.min(...own);
  if (first === undefined || own.some((price) => price !== lowest)) {
    const rhythm = first?.rhythm ?? null;
    const from = textOf("price.from", { price: formatMoney(lowest, currency, locale) });
    return rhythm === null ? from : `${from} ${rhythm}`;
  }
  const general = first.generalPriceCents;
  const isOneForAll = prices.every(({ generalPriceCents }) => generalPriceCents === general);
  const price = { price: isOneForAll ? general : lowest, salePrice: lowest, onSale: isOneForAll, isOwn: true };
  return <PriceText price={price} rhythm={first.rhythm} />;
}

/** A variant with the signed-in visitor's price. */
function withOwnPrice(variant: ProductVariant, prices: readonly OwnPrice[]): ProductVariant {
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

/** A product with the signed-in visitor's prices; null if they are the public ones. */
export async function withOwnPrices(
  product: ProductData,
): Promise<{ product: ProductData; prices: OwnPrice[] } | null> {
  const prices = await ownPrices(product.id);
  if (prices.length === 0) return null;
  return {
    product: { ...product, variants: product.variants.map((variant) => withOwnPrice(variant, prices)) },
    prices,
  };
}

async function showAt(card: HTMLElement, store: PageStore, context: PageContext): Promise<void> {
  const prices = await ownPrices(card.dataset.stoaPriceOf ?? "");
  const price = card.querySelector(".product-price");
  if (prices.length === 0 || price === null) return;
  createRoot(new DocumentFragment()).render(
    <PageProvider store={store} context={context}>
      <Existing element={price}>
        <OwnPriceText prices={prices} />
      </Existing>
    </PageProvider>,
  );
  // It is calculated from the public price; the product page shows instalments of the visitor's own price.
  card.querySelector(".stoa-product-card__installments")?.remove();
}

/** Shows the signed-in visitor's prices on product cards. Product forms do so themselves. */
export function showOwnPrices(within: ParentNode, store: PageStore, context: PageContext): void {
  if (!mayHaveOwnPrices(store, context)) return;
  for (const card of within.querySelectorAll<HTMLElement>(place)) void showAt(card, store, context);
}
