import type { Checkout } from "@/shared/api/types";
import { useMoney } from "@/shared/react/page";
import { attributesText } from "@/shared/shop/entry";

/** What is bought and what it comes to. */
export function OrderSummary({ checkout }: { checkout: Checkout }) {
  const { cart, steps } = checkout;
  const money = useMoney(cart.currency);
  const net = cart.subtotalCents - cart.discountCents + cart.shippingCostCents;
  const isTaxIncluded = cart.grandTotalCents === net;
  const shipping = cart.shippingCostCents === 0 ? "Free" : money(cart.shippingCostCents);
  return (
    <section className="stoa-checkout__aside" aria-labelledby="checkout-summary">
      <h2 id="checkout-summary">Your order</h2>
      {cart.entries.map((entry) => {
        const attributes = attributesText(entry);
        return (
          <p className="stoa-checkout__entry" key={entry.id}>
            <span>
              {entry.title}{" "}
              {attributes === "" ? null : <span className="stoa-order-line__attributes">{attributes}</span>} ×{" "}
              {entry.quantity}
            </span>
            <span>{money(entry.subTotal)}</span>
          </p>
        );
      })}
      <dl className="stoa-totals">
        <Row name="Subtotal" value={money(cart.subtotalCents)} />
        {cart.discountCents === 0 ? null : <Row name="Discount" value={`−${money(cart.discountCents)}`} />}
        {cart.requiresShipping ? (
          <Row name="Shipping" value={steps.shippingOption ? shipping : "Not chosen yet"} />
        ) : null}
        {cart.taxCents === 0 ? null : (
          <Row name={isTaxIncluded ? "Including tax" : "Tax"} value={money(cart.taxCents)} />
        )}
        <div className="stoa-totals--grand">
          <dt>Total</dt>
          <dd>{money(cart.grandTotalCents)}</dd>
        </div>
      </dl>
    </section>
  );
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
