import { usePage } from "@/shared/react/page";
import { formatMoney } from "@/shared/money/format";
import type { VariantPrice } from "@/shared/shop/product-data";
import { textOf } from "@/shared/text/messages";

interface PriceProps {
  price: VariantPrice;
  /** Billing interval of a subscription. */
  rhythm?: string | null;
}

/** The text of a price: with the original price if it is on sale or lower for the visitor. */
export function PriceText({ price, rhythm = null }: PriceProps) {
  const { currency, locale } = usePage();
  const written = (amount: number): string => {
    const money = formatMoney(amount, currency, locale);
    return rhythm === null ? money : `${money} ${rhythm}`;
  };
  if (!price.onSale || price.salePrice === null) return written(price.price);
  return (
    <>
      <span className="visually-hidden">{price.isOwn === true ? textOf("price.yours") : textOf("price.sale")}</span>
      {written(price.salePrice)}
      <span className="original-price">
        <span className="visually-hidden">{textOf("price.original")}</span>
        {written(price.price)}
      </span>
    </>
  );
}

/** A price in the server's markup. */
export function Price(props: PriceProps) {
  return (
    <div className="product-price">
      <PriceText {...props} />
    </div>
  );
}
