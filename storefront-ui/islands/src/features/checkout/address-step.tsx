import { useState } from "react";
import type { Address, Checkout } from "@/shared/api/types";
import { AddressFields } from "@/shared/address/address-fields";
import { addressLine, blankAddress } from "@/shared/address/address-words";
import { SelectField } from "@/shared/react/field";
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
  const kept = (checkout.buyer?.addresses ?? []).filter(({ address }) =>
    countries.some(({ code }) => code === address.country),
  );
  const [address, setAddress] = useState(() => shippingAddress ?? kept[0]?.address ?? blankAddress(countries));
  const [chosen, setChosen] = useState(() => (shippingAddress === null ? (kept[0]?.id ?? "") : ""));
  const choose = (id: string): void => {
    setChosen(id);
    setAddress(kept.find((saved) => saved.id === id)?.address ?? blankAddress(countries));
  };
  return (
    <StepForm label="Continue" isBusy={isBusy} errors={errors} onSubmit={() => onDone(address)}>
      {kept.length === 0 ? null : (
        <SelectField
          label="Saved addresses"
          isOptional
          value={chosen}
          choices={[
            ...kept.map((saved) => ({ value: saved.id, label: addressLine(saved.address) })),
            { value: "", label: "Another address" },
          ]}
          onChange={choose}
        />
      )}
      <AddressFields
        section="shipping"
        address={address}
        countries={countries}
        errors={errors}
        onChange={setAddress}
        {...(checkout.proposesAddresses ? { proposedTo: checkout } : {})}
      />
    </StepForm>
  );
}
