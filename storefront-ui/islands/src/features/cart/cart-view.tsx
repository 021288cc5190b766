import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { failureText, tryAgain } from "@/shared/api/failure-text";
import { isGone, type Result } from "@/shared/api/send";
import type { Cart, CartEntry } from "@/shared/api/types";
import { navigation } from "@/shared/page/navigation";
import { Alert } from "@/shared/react/alert";
import { Coupons } from "@/shared/react/coupons";
import { DiscountRows } from "@/shared/react/discount-rows";
import { Installments } from "@/shared/react/installments";
import { useMoney, usePageDispatch, usePageSelector } from "@/shared/react/page";
import { TestNotice } from "@/shared/react/test-notice";
import { askAdditionalFields } from "@/shared/shop/additional-fields";
import { emptyCartText, minimumSubtotalText } from "@/shared/shop/entry";
import { findProduct } from "@/shared/shop/product-page";
import { changeAdditionalFields, changeQuantity, enterCoupon, removeCoupon } from "@/shared/store/cart-thunks";
import { expectedCart } from "@/shared/store/expected-cart";
import { textOf } from "@/shared/text/messages";
import { CartLine, type LineError } from "./cart-line";

const checkoutAddress = "/checkout";
const updateFailed = textOf("cart.updateFailed");
const removeFailed = textOf("cart.removeFailed");
const openFormFailed = textOf("cart.openFormFailed");
const updateFormFailed = textOf("cart.updateFormFailed");

/** The cart page. Changes are optimistic; a refused one is reverted and explained at its line. */
export function CartView() {
  const dispatch = usePageDispatch();
  const state = usePageSelector((page) => page.cart);
  const [troubles, setTroubles] = useState<Record<string, LineError>>({});
  const [hasRemoved, setRemoved] = useState(false);
  const lines = useRef<HTMLUListElement>(null);
  const cart = expectedCart(state);
  if (cart === null || cart.entries.length === 0) return <EmptyCart takesFocus={hasRemoved} />;

  const say = (entryId: string, trouble: LineError | null): void => {
    setTroubles((before) => {
      const others = Object.fromEntries(Object.entries(before).filter(([id]) => id !== entryId));
      return trouble === null ? others : { ...others, [entryId]: trouble };
    });
  };
  // The pressed button is unmounted with its line, so the focus must be moved.
  const leaveLine = (): void => {
    lines.current?.focus();
    setRemoved(true);
  };
  const change = async (entryId: string, quantity: number): Promise<void> => {
    say(entryId, null);
    if (quantity === 0) leaveLine();
    const result = await dispatch(changeQuantity(entryId, quantity));
    if (result === null || result.ok) return;
    if (isGone(result.failure)) leaveLine();
    say(entryId, { title: quantity === 0 ? removeFailed : updateFailed, text: failureText(result.failure) });
  };

  const editAnswers = async (entry: CartEntry): Promise<void> => {
    say(entry.id, null);
    const found = await findProduct(entry.url, entry.itemId).catch(() => null);
    if (found === null || found.product.additionalFields.length === 0) {
      return say(entry.id, { title: openFormFailed, text: tryAgain });
    }
    const answers = await askAdditionalFields(entry.title, found.product.additionalFields, entry.additionalFields);
    if (answers === null || answers === entry.additionalFields) return;
    const result = await dispatch(changeAdditionalFields(entry, answers));
    if (!result.ok) say(entry.id, { title: updateFormFailed, text: failureText(result.failure) });
  };

  return (
    <>
      <TestNotice cart={cart} />
      <div className="stoa-cart" aria-busy={state.recalculating}>
        <ul className="stoa-cart__lines" role="list" aria-label={textOf("cart.items")} ref={lines} tabIndex={-1}>
          {cart.entries.map((entry) => (
            <CartLine
              key={entry.id}
              entry={entry}
              currency={cart.currency}
              isBusy={entry.id in state.wanted}
              trouble={troubles[entry.id] ?? null}
              onQuantity={(quantity) => void change(entry.id, quantity)}
              onAnswers={() => void editAnswers(entry)}
              onInvalid={(text) => say(entry.id, { title: updateFailed, text })}
            />
          ))}
        </ul>
        <Summary cart={cart} isSettled={Object.keys(state.wanted).length === 0 && !state.recalculating} />
      </div>
    </>
  );
}

function wrongIn(result: Result<Cart>): string | null {
  return result.ok ? null : failureText(result.failure);
}

/** Takes the focus when the last line has just been removed, since its button is unmounted. */
function EmptyCart({ takesFocus }: { takesFocus: boolean }) {
  const text = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) text.current?.focus();
  }, [takesFocus]);
  return (
    <div className="stoa-cart">
      <div className="stoa-cart__empty">
        <p ref={text} tabIndex={-1}>
          {emptyCartText}
        </p>
        <a className="stoa-button stoa-button--secondary" href="/">
          {textOf("order.continueShopping")}
        </a>
      </div>
    </div>
  );
}

interface SummaryProps {
  /** Including unconfirmed changes. */
  cart: Cart;
  /** No change is pending; only the server calculates discounts. */
  isSettled: boolean;
}

function Summary({ cart, isSettled }: SummaryProps) {
  const { subtotalCents, discountCents, minimumSubtotalCents, currency } = cart;
  const dispatch = usePageDispatch();
  const money = useMoney(currency);
  const [isLeaving, setLeaving] = useState(false);
  const tooLittle = minimumSubtotalText(subtotalCents, minimumSubtotalCents, money);
  const isLowered = discountCents > 0;
  const className = "stoa-button stoa-button--primary stoa-button--large stoa-button--wide stoa-cart__checkout";
  useEffect(() => {
    if (isLeaving && isSettled) navigation.go(checkoutAddress);
  }, [isLeaving, isSettled]);

  return (
    <section className="stoa-cart__summary" aria-labelledby="cart-summary">
      <h2 id="cart-summary">{textOf("cart.summary")}</h2>
      <dl className="stoa-totals">
        <div className={isLowered ? undefined : "stoa-totals--grand"}>
          <dt>{textOf("order.subtotal")}</dt>
          <dd>{money(subtotalCents)}</dd>
        </div>
        <DiscountRows cart={cart} />
        {isLowered ? (
          <div className="stoa-totals--grand">
            <dt>{textOf("cart.subtotalAfterDiscounts")}</dt>
            <dd>{isSettled ? money(subtotalCents - discountCents) : "…"}</dd>
          </div>
        ) : null}
      </dl>
      <Coupons
        coupons={cart.coupons}
        currency={currency}
        onEnter={async (code) => wrongIn(await dispatch(enterCoupon(code)))}
        onRemove={async (couponId) => wrongIn(await dispatch(removeCoupon(couponId)))}
      />
      <Installments totalCents={cart.grandTotalCents} />
      <p className="stoa-cart__note">{textOf("cart.shippingNote")}</p>
      {tooLittle === null ? (
        <a
          className={className}
          href={checkoutAddress}
          aria-busy={isLeaving}
          onClick={(event) => {
            if (isSettled) return;
            event.preventDefault();
            setLeaving(true);
          }}
        >
          {textOf("cart.checkout")}
        </a>
      ) : (
        <>
          <Alert kind="info">{tooLittle}</Alert>
          <a className={className} role="link" aria-disabled="true">
            {textOf("cart.checkout")}
          </a>
        </>
      )}
    </section>
  );
}
