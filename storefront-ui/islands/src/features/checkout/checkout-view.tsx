import { useLayoutEffect, useRef, type ReactNode } from "react";
import type { Checkout } from "@/shared/api/types";
import { useSnapshot } from "@/shared/react/use-snapshot";
import { Alert } from "@/shared/react/alert";
import { useMoney, usePage } from "@/shared/react/page";
import { TestNotice } from "@/shared/react/test-notice";
import { emptyCartText, minimumSubtotalText } from "@/shared/shop/entry";
import { textOf } from "@/shared/text/messages";
import { textParts } from "@/shared/text/rich-messages";
import { AddressStep } from "./address-step";
import { BillingStep } from "./billing-step";
import {
  removeCoupon,
  sendAddress,
  sendBilling,
  sendCoupon,
  sendCustomer,
  sendDelivery,
  sendDetails,
  sendPickup,
} from "./api";
import { ContactStep } from "./contact-step";
import { DeliveryStep } from "./delivery-step";
import { DetailsStep } from "./details-step";
import type { CheckoutController, CheckoutState, Notice } from "./checkout-controller";
import { HoldNotice } from "./hold-notice";
import { OrderSummary } from "./order-summary";
import { PaymentStep } from "./payment/payment-step";
import { StepsClosed } from "./step-form";
import { StepFrame } from "./step-frame";
import { chosenPickup, editLabelOf, stepsOf, stepState, titleOf, type StepName } from "./steps";

type OpenCheckoutState = Extract<CheckoutState, { phase: "open" }>;

/** The checkout in each of its phases. */
export function CheckoutView({ controller }: { controller: CheckoutController }) {
  const state = useSnapshot(controller.subscribe, controller.state);
  switch (state.phase) {
    case "loading":
    case "leaving":
      return <Waiting text={state.phase === "loading" ? textOf("checkout.loading") : textOf("checkout.oneMoment")} />;
    case "failed":
      return (
        <Alert kind="error" title={textOf("checkout.notLoaded")}>
          <p>{state.text}</p>
          <button type="button" className="stoa-button stoa-button--secondary" onClick={() => void controller.load()}>
            {textOf("common.retry")}
          </button>
        </Alert>
      );
    case "empty":
      return (
        <div className="stoa-cart">
          <div className="stoa-cart__empty">
            <p>{emptyCartText}</p>
            <a className="stoa-button stoa-button--secondary" href="/">
              {textOf("order.continueShopping")}
            </a>
          </div>
        </div>
      );
    case "open":
      return <OpenCheckout controller={controller} state={state} />;
  }
}

function Waiting({ text }: { text: string }) {
  return (
    <p role="status" aria-busy="true">
      <span className="stoa-spinner" aria-hidden="true" /> {text}
    </p>
  );
}

/** The delivery address, or the collector and the pickup place. */
function placeOf(checkout: Checkout): string[] {
  const pickup = chosenPickup(checkout);
  if (pickup === null) return checkout.shippingAddressLines;
  return [checkout.collector ?? "", pickup.label, ...pickup.lines, pickup.instructions].filter(Boolean);
}

/** A day is kept as 2026-12-24; anything else was answered before the question asked for a day. */
function answerOf({ kind, value }: Checkout["answers"][number], locale: string): string {
  const day = kind === "date" && /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(day)) return value;
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(day);
}

function summaryOf(checkout: Checkout, step: StepName, locale: string): string {
  switch (step) {
    case "contact":
      return checkout.customer?.email ?? "";
    case "address":
      return placeOf(checkout).join("\n");
    case "delivery":
      return checkout.shippingOptions.find(({ id }) => id === checkout.selectedShippingOptionId)?.label ?? "";
    case "billing":
      return checkout.billingAddressLines.join("\n");
    case "details":
      return [...checkout.answers.map((answer) => `${answer.label}: ${answerOf(answer, locale)}`), checkout.note]
        .filter(Boolean)
        .join("\n");
    case "payment":
      return "";
  }
}

function OpenCheckout({ controller, state }: { controller: CheckoutController; state: OpenCheckoutState }) {
  const { checkout, errors, busy } = state;
  const heldForMs = checkout.order?.heldForMs ?? null;
  const tooLittle = useMinimumNotice(checkout);
  const { locale } = usePage();
  return (
    <div className="stoa-checkout">
      <div className="stoa-checkout__main">
        <TestNotice cart={checkout.cart} />
        {tooLittle === null ? null : <MinimumNotice text={tooLittle} />}
        {state.notice === null ? null : (
          <NoticeBox notice={state.notice} isBusy={busy} onGiveUp={() => void controller.giveUp()} />
        )}
        {heldForMs === null ? null : <HoldNotice key={checkout.order?.heldUntil} heldForMs={heldForMs} />}
        <StepsClosed value={tooLittle !== null}>
          {stepsOf(checkout).map((step, index) => (
            <StepFrame
              key={step}
              number={index + 1}
              title={titleOf(checkout, step)}
              editLabel={editLabelOf(checkout, step)}
              state={stepState(checkout, step, state.step)}
              summary={summaryOf(checkout, step, locale)}
              takesFocus={state.hasMoved}
              onEdit={() => controller.openStep(step)}
            >
              {fieldsOf(step, { checkout, errors, isBusy: busy }, controller)}
            </StepFrame>
          ))}
        </StepsClosed>
      </div>
      <OrderSummary
        checkout={checkout}
        onEnterCode={(code) => controller.changeCoupons((token) => sendCoupon(token, code))}
        onRemoveCode={(couponId) => controller.changeCoupons((token) => removeCoupon(token, couponId))}
      />
    </div>
  );
}

/**
 * Message if a cart is below the minimum order value, or null. It does not apply to donations, which take no coupons
 * either.
 */
function useMinimumNotice({ cart, takesCodes }: Checkout): string | null {
  const money = useMoney(cart.currency);
  return takesCodes ? minimumSubtotalText(cart.subtotalCents, cart.minimumSubtotalCents, money) : null;
}

function MinimumNotice({ text }: { text: string }) {
  return (
    <Alert kind="info">
      <p>{text}</p>
      <p>
        {textParts("checkout.minimumLinks", {
          change: <a href="/cart">{textOf("checkout.changeCart")}</a>,
          shop: <a href="/">{textOf("checkout.keepShopping")}</a>,
        })}
      </p>
    </Alert>
  );
}

interface StepProps {
  checkout: Checkout;
  errors: Record<string, string>;
  isBusy: boolean;
}

function fieldsOf(step: StepName, props: StepProps, controller: CheckoutController): ReactNode {
  switch (step) {
    case "contact":
      return (
        <ContactStep
          {...props}
          onDone={(customer) => void controller.takeStep((token) => sendCustomer(token, customer))}
        />
      );
    case "address":
      return (
        <AddressStep
          {...props}
          onAddress={(address) => void controller.takeStep((token) => sendAddress(token, address))}
          onPickup={(pickup) => void controller.takeStep((token) => sendPickup(token, pickup))}
        />
      );
    case "delivery":
      return (
        <DeliveryStep
          {...props}
          onDone={(option) => void controller.takeStep((token) => sendDelivery(token, option))}
        />
      );
    case "billing":
      return (
        <BillingStep
          {...props}
          onDone={(billing) => void controller.takeStep((token) => sendBilling(token, billing))}
        />
      );
    case "details":
      return (
        <DetailsStep
          {...props}
          onDone={(details) => void controller.takeStep((token) => sendDetails(token, details))}
        />
      );
    case "payment":
      return <PaymentStep {...props} onBuy={(payment, billing) => void controller.buy(payment, billing)} />;
  }
}

/** It is above the steps, so it is scrolled into view when it appears. */
function NoticeBox({ notice, isBusy, onGiveUp }: { notice: Notice; isBusy: boolean; onGiveUp: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    box.current?.focus();
  }, [notice]);
  return (
    <div ref={box} tabIndex={-1}>
      <Alert kind={notice.kind} title={notice.title}>
        {notice.lines.length === 1 ? (
          <p>{notice.lines[0]}</p>
        ) : (
          <div className="stoa-prose">
            <ul>
              {notice.lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </div>
        )}
        {notice.link === undefined ? null : (
          <p>
            <a href={notice.link.address}>{notice.link.text}</a>
          </p>
        )}
        {notice.canGiveUp === true ? (
          <button className="stoa-button stoa-button--text" type="button" disabled={isBusy} onClick={onGiveUp}>
            {textOf("checkout.payAnotherWay")}
          </button>
        ) : null}
      </Alert>
    </div>
  );
}
