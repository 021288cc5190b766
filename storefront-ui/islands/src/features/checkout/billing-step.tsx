import { useMemo } from "react";
import type { BillingChoice, Checkout } from "@/shared/api/types";
import { Alert } from "@/shared/react/alert";
import { AddressFields } from "@/shared/address/address-fields";
import { textOf } from "@/shared/text/messages";
import { billingErrors } from "./refusal";
import { KeepAddress, SavedAddresses, useAddressChoice } from "./saved-addresses";
import { StepForm } from "./step-form";

interface BillingStepProps {
  checkout: Checkout;
  isBusy: boolean;
  errors: Record<string, string>;
  onDone: (billing: BillingChoice) => void;
}

/** Billing address for orders without delivery, on which taxes are based. */
export function BillingStep({ checkout, isBusy, errors, onDone }: BillingStepProps) {
  const { billingAddress, shippingAddress, billingSameAsShipping } = checkout;
  const choice = useAddressChoice(checkout, billingSameAsShipping ? shippingAddress : billingAddress);
  const wrong = useMemo(() => billingErrors(errors), [errors]);
  const send = (): void => onDone({ sameAsShipping: false, address: choice.address, keepAddress: choice.keep });
  return (
    <StepForm label={textOf("checkout.continue")} isBusy={isBusy} errors={errors} onSubmit={send}>
      {errors.billingAddress === undefined ? null : <Alert kind="error">{errors.billingAddress}</Alert>}
      <SavedAddresses {...choice} />
      <AddressFields
        section="billing"
        address={choice.address}
        countries={checkout.countries}
        errors={wrong}
        onChange={choice.setAddress}
        {...(checkout.proposesAddresses ? { proposedTo: checkout } : {})}
      />
      <KeepAddress {...choice} />
    </StepForm>
  );
}
