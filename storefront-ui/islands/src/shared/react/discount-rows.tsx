import type { Cart } from "@/shared/api/types";
import { textOf } from "@/shared/text/messages";
import { useMoney } from "./page";

/** One row of the totals per applied discount. */
export function DiscountRows({ cart }: { cart: Cart }) {
  const money = useMoney(cart.currency);
  return cart.discounts.map((discount) => (
    <div key={discount.id}>
      <dt>
        {discount.label}
        {discount.code === null ? null : ` (${discount.code})`}
      </dt>
      <dd>{discount.freeShipping ? textOf("order.freeShipping") : `−${money(discount.amountCents)}`}</dd>
    </div>
  ));
}
