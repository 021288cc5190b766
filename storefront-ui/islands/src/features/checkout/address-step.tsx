import type { Address, Checkout } from "@/shared/api/types";
import { AddressFields } from "@/shared/address/address-fields";
import { SavedAddresses, useAddressChoice } from "./saved-addresses";
import { StepForm } from "./step-form";

interface AddressStepProps {
  checkout: Checkout;
  isBusy: boolean;
  errors: Record<string, string>;
  onDone: (address: Address) => void;
}

/** Where it goes. */
export function AddressStep({ checkout, isBusy, errors, onDone }: AddressStepProps) {
  const choice = useAddressChoice(checkout, checkout.shippingAddress);
  return (
    <StepForm label="Continue" isBusy={isBusy} errors={errors} onSubmit={() => onDone(choice.address)}>
      <SavedAddresses {...choice} />
      <AddressFields
        section="shipping"
        address={choice.address}
        countries={checkout.countries}
        errors={errors}
        onChange={choice.setAddress}
        {...(checkout.proposesAddresses ? { proposedTo: checkout } : {})}
      />
    </StepForm>
  );
}
