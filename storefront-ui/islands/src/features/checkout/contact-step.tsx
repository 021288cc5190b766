import { useState } from "react";
import type { Checkout, Customer } from "@/shared/api/types";
import { TextField } from "@/shared/react/field";
import { usePage } from "@/shared/react/page";
import { consentText } from "./consent-text";
import { StepForm } from "./step-form";

interface ContactStepProps {
  checkout: Checkout;
  isBusy: boolean;
  errors: Record<string, string>;
  onDone: (customer: Customer) => void;
}

/** URL of an account page that leads back to the open checkout, whose token may be in the URL. */
function accountPage(view: "sign-in" | "register"): string {
  const token = new URLSearchParams(window.location.search).get("cartToken") ?? "";
  const back = token === "" ? "/checkout" : `/checkout?${new URLSearchParams({ cartToken: token }).toString()}`;
  return `/account/${view}?${new URLSearchParams({ next: back }).toString()}`;
}

/** Contact details of the customer. */
export function ContactStep({ checkout, isBusy, errors, onDone }: ContactStepProps) {
  const [email, setEmail] = useState(checkout.customer?.email ?? checkout.buyer?.email ?? "");
  const said = consentText(usePage().locale);
  const [mailConsent, setConsent] = useState(checkout.customer?.mailConsent ?? false);
  if (checkout.buyer === null && !checkout.settings.guestCheckout) {
    return (
      <div className="stoa-step__body">
        <p>Sign in to buy here. Your cart is kept.</p>
        <a className="stoa-button stoa-button--primary" href={accountPage("sign-in")}>
          Sign in
        </a>
        <a href={accountPage("register")}>Create an account</a>
      </div>
    );
  }
  return (
    <StepForm label="Continue" isBusy={isBusy} errors={errors} onSubmit={() => onDone({ email, mailConsent })}>
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="email"
        maxLength={256}
        help="We send the order confirmation to this address."
        value={email}
        error={errors.email}
        onChange={setEmail}
      />
      <label className="stoa-choice">
        <input type="checkbox" checked={mailConsent} onChange={(event) => setConsent(event.target.checked)} />{" "}
        <span lang={said.language}>{said.text}</span>
      </label>
      {checkout.buyer === null ? (
        <p>
          <a href={accountPage("sign-in")}>Sign in</a> to use your saved addresses.
        </p>
      ) : null}
    </StepForm>
  );
}
