import { useState } from "react";
import type { Checkout, Customer } from "@/shared/api/types";
import { TextField } from "@/shared/react/field";
import { messageLanguage, textOf } from "@/shared/text/messages";
import { textParts } from "@/shared/text/rich-messages";
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
  const [mailConsent, setConsent] = useState(checkout.customer?.mailConsent ?? false);
  if (checkout.buyer === null && !checkout.settings.guestCheckout) {
    return (
      <div className="stoa-step__body">
        <p>{textOf("checkout.mustSignIn")}</p>
        <a className="stoa-button stoa-button--primary" href={accountPage("sign-in")}>
          {textOf("checkout.signIn")}
        </a>
        <a href={accountPage("register")}>{textOf("checkout.createAccount")}</a>
      </div>
    );
  }
  return (
    <StepForm
      label={textOf("checkout.continue")}
      isBusy={isBusy}
      errors={errors}
      onSubmit={() => onDone({ email, mailConsent })}
    >
      <TextField
        label={textOf("checkout.email")}
        type="email"
        name="email"
        autoComplete="email"
        maxLength={256}
        help={textOf("checkout.emailHelp")}
        value={email}
        error={errors.email}
        onChange={setEmail}
      />
      <label className="stoa-choice">
        <input type="checkbox" checked={mailConsent} onChange={(event) => setConsent(event.target.checked)} />{" "}
        <span lang={messageLanguage}>{textOf("checkout.consent")}</span>
      </label>
      {checkout.buyer === null ? (
        <p>
          {textParts("checkout.savedWithSignIn", {
            link: <a href={accountPage("sign-in")}>{textOf("checkout.signInLink")}</a>,
          })}
        </p>
      ) : null}
    </StepForm>
  );
}
