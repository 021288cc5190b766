import { useState } from "react";
import type { Checkout } from "@/shared/api/types";
import { Coupons } from "@/shared/react/coupons";
import { DiscountRows } from "@/shared/react/discount-rows";
import { Installments } from "@/shared/react/installments";
import { useMoney } from "@/shared/react/page";
import { attributesText, entryNote } from "@/shared/shop/entry";
import { textOf } from "@/shared/text/messages";
import { chosenPickup } from "./steps";

interface OrderSummaryProps {
  checkout: Checkout;
  /** Resolves to an error message, or null. */
  onEnterCode: (code: string) => Promise<string | null>;
  /** Resolves to an error message, or null. */
  onRemoveCode: (couponId: string) => Promise<string | null>;
}

/** Items and totals. On phones a line with the total expands the rest. */
export function OrderSummary({ checkout, onEnterCode, onRemoveCode }: OrderSummaryProps) {
  const { cart, steps } = checkout;
  const [isOpen, setOpen] = useState(false);
  const money = useMoney(cart.currency);
  const shipping = cart.shippingCostCents === 0 ? textOf("checkout.free") : money(cart.shippingCostCents);
  return (
    <section className="stoa-checkout__aside" aria-labelledby="checkout-summary">
      <h2 id="checkout-summary">{textOf("checkout.yourOrder")}</h2>
      <button
        type="button"
        className="stoa-checkout__fold"
        aria-expanded={isOpen}
        aria-controls="checkout-bought"
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? textOf("checkout.hideSummary") : textOf("checkout.showSummary")} · {money(cart.grandTotalCents)}
      </button>
      <div id="checkout-bought" className="stoa-checkout__bought">
        {cart.entries.map((entry) => {
          const attributes = attributesText(entry);
          const note = entryNote(entry);
          return (
            <p className="stoa-checkout__entry" key={entry.id}>
              <span>
                {entry.title}{" "}
                {attributes === "" ? null : <span className="stoa-order-line__attributes">{attributes}</span>} ×{" "}
                {entry.quantity}
                {note === null ? null : <span className="stoa-order-line__attributes"> {note}</span>}
                {entry.answers.map(({ label, value }) => (
                  <span key={label} className="stoa-order-line__attributes stoa-checkout__answer">
                    {label}: {value}
                  </span>
                ))}
              </span>
              <span>{money(entry.subTotal)}</span>
            </p>
          );
        })}
        {checkout.takesCodes ? (
          <Coupons coupons={cart.coupons} currency={cart.currency} onEnter={onEnterCode} onRemove={onRemoveCode} />
        ) : null}
        <Installments cartToken={checkout.cartToken} totalCents={cart.grandTotalCents} />
        <dl className="stoa-totals">
          <Row name={textOf("order.subtotal")} value={money(cart.subtotalCents)} />
          <DiscountRows cart={cart} />
          {cart.requiresShipping ? (
            <Row
              name={chosenPickup(checkout) === null ? textOf("checkout.shipping") : textOf("checkout.stepPickup")}
              value={steps.shippingOption ? shipping : textOf("checkout.notChosen")}
            />
          ) : null}
          {cart.applicableTaxRules
            .filter(({ amountCents }) => amountCents > 0)
            .map(({ label, inclusive, amountCents }) => (
              <Row
                key={label}
                name={inclusive ? textOf("checkout.including", { tax: label }) : label}
                value={money(amountCents)}
              />
            ))}
          <div className="stoa-totals--grand">
            <dt>{textOf("checkout.total")}</dt>
            <dd>{money(cart.grandTotalCents)}</dd>
          </div>
        </dl>
      </div>
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
