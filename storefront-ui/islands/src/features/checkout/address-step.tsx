import { useState } from "react";
import type { Address, Checkout } from "@/shared/api/types";
import { AddressFields } from "./address-fields";
import { blankAddress } from "./address-words";
import { StepForm } from "./step-form";

interface AddressStepProps {
  checkout: Checkout;
  isBusy: boolean;
  errors: Record<string, string>;
  onDone: (address: Address) => void;
}

/** Where it goes. */
export function AddressStep({ checkout, isBusy, errors, onDone }: AddressStepProps) {
  const { countries, shippingAddress } = checkout;
  const [address, setAddress] = useState(() => shippingAddress ?? blankAddress(countries));
  return (
    <StepForm label="Continue" isBusy={isBusy} errors={errors} onSubmit={() => onDone(address)}>
      <AddressFields
        section="shipping"
        address={address}
        countries={countries}
        errors={errors}
        onChange={setAddress}
      />
    </StepForm>
  );
}
