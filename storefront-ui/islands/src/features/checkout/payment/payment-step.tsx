import { useMemo, useState } from "react";
import type { BillingChoice, Checkout, Payment, PaymentMethod } from "@/shared/api/types";
import { Alert } from "@/shared/react/alert";
import { useMoney } from "@/shared/react/page";
import { AddressFields } from "@/shared/address/address-fields";
import { blankAddress } from "@/shared/address/address";
import { textOf } from "@/shared/text/messages";
import { blankCard, cardData, cardErrors } from "./card";
import { CardFields, TestCardHints } from "./card-fields";
import { billingErrors } from "../refusal";
import { StepForm } from "../step-form";
import { chosenPickup } from "../steps";

/** A payment method, or one that the customer has saved. */
interface WayToPay {
  method: PaymentMethod;
  saved: PaymentMethod["saved"][number] | null;
}

function waysToPay(methods: readonly PaymentMethod[]): WayToPay[] {
  return methods.flatMap((method) => [...method.saved.map((saved) => ({ method, saved })), { method, saved: null }]);
}

function keyOf({ method, saved }: WayToPay): string {
  return saved?.id ?? `${method.provider} ${method.method}`;
}

interface PaymentStepProps {
  checkout: Checkout;
  isBusy: boolean;
  errors: Record<string, string>;
  onBuy: (payment: Payment | null, billing: BillingChoice | null) => void;
}

/** Payment method, billing address and the buy button. */
export function PaymentStep({ checkout, isBusy, errors, onBuy }: PaymentStepProps) {
  const { cart, countries, paymentMethods } = checkout;
  const money = useMoney(cart.currency);
  const ways = useMemo(() => waysToPay(paymentMethods), [paymentMethods]);
  const [chosen, setChosen] = useState("");
  const [isKept, setKept] = useState(false);
  const [card, setCard] = useState(blankCard);
  const [isSame, setSame] = useState(checkout.billingSameAsShipping);
  const [address, setAddress] = useState(() => checkout.billingAddress ?? blankAddress(countries));
  const [troubles, setTroubles] = useState<Record<string, string>>({});
  const allErrors = useMemo(() => ({ ...errors, ...troubles }), [errors, troubles]);
  const isPickedUp = chosenPickup(checkout) !== null;
  const isFree = cart.grandTotalCents === 0;
  const way = ways.find((offered) => keyOf(offered) === chosen) ?? ways[0] ?? null;
  const isNew = !isFree && way !== null && way.saved === null;
  const isCard = isNew && way.method.form === "card";
  const canSave = isNew && way.method.canSave;
  const isPaidAtOnce = isCard || (!isFree && !isNew && way !== null);

  const buy = (): void => {
    const found = isCard ? cardErrors(card, new Date()) : {};
    setTroubles(found);
    if (Object.keys(found).length > 0) return;
    const hasChanged = !isSame || !checkout.billingSameAsShipping;
    const choice: BillingChoice = isSame ? { sameAsShipping: true } : { sameAsShipping: false, address };
    onBuy(isFree || way === null ? null : paymentBy(way), cart.requiresShipping && hasChanged ? choice : null);
  };

  const paymentBy = ({ method, saved }: WayToPay): Payment => ({
    provider: method.provider,
    method: method.method,
    data: isCard ? cardData(card) : {},
    ...(saved === null ? {} : { savedMethodId: saved.id }),
    ...(canSave && isKept ? { save: true } : {}),
  });

  if (!isFree && way === null) {
    return (
      <div className="stoa-step__body">
        <Alert kind="warning">{textOf("checkout.cannotPay")}</Alert>
      </div>
    );
  }
  return (
    <StepForm
      label={
        isPaidAtOnce ? textOf("checkout.pay", { amount: money(cart.grandTotalCents) }) : textOf("checkout.placeOrder")
      }
      isBusy={isBusy}
      errors={allErrors}
      onSubmit={buy}
    >
      {isFree ? <p>{textOf("checkout.nothingDue")}</p> : null}
      {!isFree && ways.length > 1 ? (
        <fieldset className="stoa-fieldset">
          <legend className="stoa-hidden">{textOf("checkout.paymentMethod")}</legend>
          {ways.map((offered) => (
            <label className="stoa-option" key={keyOf(offered)}>
              <input
                type="radio"
                name="payment-method"
                checked={offered === way}
                onChange={() => setChosen(keyOf(offered))}
              />
              <span className="stoa-option__label">{(offered.saved ?? offered.method).label}</span>
            </label>
          ))}
        </fieldset>
      ) : null}
      {isCard && way.method.testMode ? <TestCardHints /> : null}
      {isCard ? <CardFields card={card} errors={troubles} onChange={setCard} /> : null}
      {canSave ? (
        <label className="stoa-choice">
          <input type="checkbox" checked={isKept} onChange={(event) => setKept(event.target.checked)} />{" "}
          <span>{textOf("checkout.savePayment")}</span>
        </label>
      ) : null}
      {errors.payment === undefined ? null : <Alert kind="error">{errors.payment}</Alert>}
      {cart.requiresShipping ? (
        <label className="stoa-choice">
          {isPickedUp ? (
            <input type="checkbox" checked={!isSame} onChange={(event) => setSame(!event.target.checked)} />
          ) : (
            <input type="checkbox" checked={isSame} onChange={(event) => setSame(event.target.checked)} />
          )}{" "}
          <span>{isPickedUp ? textOf("checkout.addBilling") : textOf("checkout.sameAddress")}</span>
        </label>
      ) : null}
      {cart.requiresShipping && !isSame ? (
        <AddressFields
          section="billing"
          address={address}
          countries={countries}
          errors={billingErrors(errors)}
          onChange={setAddress}
          {...(checkout.proposesAddresses ? { proposedTo: checkout } : {})}
        />
      ) : null}
    </StepForm>
  );
}
