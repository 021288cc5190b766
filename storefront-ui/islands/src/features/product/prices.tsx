import { useEffect, useState } from "react";
import type { OwnPrice } from "@/shared/api/types";
import { Existing } from "@/shared/react/existing";
import { usePage, usePageStore } from "@/shared/react/page";
import { mayHaveOwnPrices } from "@/shared/shop/own-prices-hint";
import type { ProductData, ProductVariant } from "@/shared/shop/product-data";
import type { OwnPriceText } from "./own-prices";
import { Price } from "./price";

interface OwnPrices {
  /** The product with the signed-in visitor's prices. */
  product: ProductData;
  /** Null if they are the public ones, or not known yet. */
  prices: readonly OwnPrice[] | null;
  /** Loaded with them. */
  Text: typeof OwnPriceText | null;
}

/** The page shows public prices; a signed-in visitor may pay less. */
export function useOwnPrices(product: ProductData): OwnPrices {
  const context = usePage();
  const store = usePageStore();
  const [own, setOwn] = useState<OwnPrices>({ product, prices: null, Text: null });
  useEffect(() => {
    const load = async (): Promise<void> => {
      const { OwnPriceText: Text, withOwnPrices } = await import("./own-prices");
      const found = await withOwnPrices(product);
      if (found !== null) setOwn({ ...found, Text });
    };
    if (mayHaveOwnPrices(store, context)) void load();
  }, [product, store, context]);
  return own;
}

interface PricesProps extends OwnPrices {
  form: HTMLElement;
  /** The chosen variant. */
  variant: ProductVariant | null;
}

/** The prices in the form: the chosen variant's, else the visitor's own, else those of the server. */
export function Prices({ form, variant, product, prices, Text }: PricesProps) {
  const [place] = useState(() => form.querySelector("[data-price]"));
  const [subscribersPlace] = useState(() => form.querySelector("[data-subscription-price]"));
  const rhythm = product.isSubscribable ? product.rhythm : null;
  const general =
    prices === null || Text === null ? undefined : (
      <div className="product-price">
        <Text prices={prices} />
      </div>
    );
  const [first] = product.variants;
  const isOneForAll = product.variants.every(
    ({ subscriberPrice }) => subscriberPrice?.salePrice === first?.subscriberPrice?.salePrice,
  );
  const ofAll = first?.subscriberPrice?.isOwn === true && isOneForAll ? first.subscriberPrice : null;
  const subscribers = variant?.subscriberPrice ?? ofAll;
  return (
    <>
      {place === null ? null : (
        <Existing element={place}>{variant === null ? general : <Price price={variant} rhythm={rhythm} />}</Existing>
      )}
      {subscribersPlace === null ? null : (
        <Existing element={subscribersPlace}>
          {subscribers === null ? undefined : <Price price={subscribers} />}
        </Existing>
      )}
    </>
  );
}
