import { useMemo, useState } from "react";
import type { BillingChoice, Checkout, Payment, PaymentMethod } from "@/shared/api/types";
import { Alert } from "@/shared/react/alert";
import { useMoney } from "@/shared/react/page";
import { AddressFields } from "@/shared/address/address-fields";
import { blankAddress } from "@/shared/address/address";
import { textOf } from "@/shared/text/messages";
import { blankCard, cardData, cardErrors } from "./card";
import { CardFields, TestCardHints } from "./card-fields";
import { billingErrors } from "./refusal";
import { StepForm } from "./step-form";
import { chosenPickup } from "./steps";

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
  const [method, setMethod] = useState<PaymentMethod | null>(paymentMethods[0] ?? null);
  const [card, setCard] = useState(blankCard);
  const [isSame, setSame] = useState(checkout.billingSameAsShipping);
  const [address, setAddress] = useState(() => checkout.billingAddress ?? blankAddress(countries));
  const [troubles, setTroubles] = useState<Record<string, string>>({});
  const allErrors = useMemo(() => ({ ...errors, ...troubles }), [errors, troubles]);
  const isPickedUp = chosenPickup(checkout) !== null;
  const isFree = cart.grandTotalCents === 0;
  const isCard = !isFree && method?.form === "card";

  const buy = (): void => {
    const found = isCard ? cardErrors(card, new Date()) : {};
    setTroubles(found);
    if (Object.keys(found).length > 0) return;
    const hasChanged = !isSame || !checkout.billingSameAsShipping;
    const choice: BillingChoice = isSame ? { sameAsShipping: true } : { sameAsShipping: false, address };
    const payment =
      isFree || method === null
        ? null
        : { provider: method.provider, method: method.method, data: isCard ? cardData(card) : {} };
    onBuy(payment, cart.requiresShipping && hasChanged ? choice : null);
  };

  if (!isFree && method === null) {
    return (
      <div className="stoa-step__body">
        <Alert kind="warning">{textOf("checkout.cannotPay")}</Alert>
      </div>
    );
  }
  return (
    <StepForm
      label={isCard ? textOf("checkout.pay", { amount: money(cart.grandTotalCents) }) : textOf("checkout.placeOrder")}
      isBusy={isBusy}
      errors={allErrors}
      onSubmit={buy}
    >
      {isFree ? <p>{textOf("checkout.nothingDue")}</p> : null}
      {!isFree && paymentMethods.length > 1 ? (
        <fieldset className="stoa-fieldset">
          <legend className="stoa-hidden">{textOf("checkout.paymentMethod")}</legend>
          {paymentMethods.map((offered) => (
            <label className="stoa-option" key={`${offered.provider} ${offered.method}`}>
              <input
                type="radio"
                name="payment-method"
                checked={offered === method}
                onChange={() => setMethod(offered)}
              />
              <span className="stoa-option__label">{offered.label}</span>
            </label>
          ))}
        </fieldset>
      ) : null}
      {isCard && method?.testMode === true ? <TestCardHints /> : null}
      {isCard ? <CardFields card={card} errors={troubles} onChange={setCard} /> : null}
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
