import { useState } from "react";
import type { Checkout, Destination, Pickup } from "@/shared/api/types";
import { AddressFields } from "@/shared/address/address-fields";
import { textOf } from "@/shared/text/messages";
import { PickupFields } from "./pickup-fields";
import { KeepAddress, SavedAddresses, useAddressChoice } from "./saved-addresses";
import { StepForm } from "./step-form";
import { chosenPickup } from "./steps";

interface AddressStepProps {
  checkout: Checkout;
  isBusy: boolean;
  errors: Record<string, string>;
  onAddress: (address: Destination) => void;
  onPickup: (pickup: Pickup) => void;
}

/** Delivery address, or pickup place and collector. */
export function AddressStep({ checkout, isBusy, errors, onAddress, onPickup }: AddressStepProps) {
  const { pickups, delivers } = checkout;
  const chosen = chosenPickup(checkout);
  const choice = useAddressChoice(checkout, checkout.shippingAddress);
  const [isPickup, setIsPickup] = useState(pickups.length > 0 && (chosen !== null || !delivers));
  const [pickup, setPickup] = useState<Pickup>(() => ({
    optionId: chosen?.id ?? pickups[0]?.id ?? "",
    collector: checkout.collector ?? "",
  }));
  const send = (): void => {
    if (isPickup) onPickup(pickup);
    else onAddress({ ...choice.address, keepAddress: choice.keep });
  };
  return (
    <StepForm label={textOf("checkout.continue")} isBusy={isBusy} errors={errors} onSubmit={send}>
      {pickups.length > 0 && delivers ? <Way isPickup={isPickup} onChange={setIsPickup} /> : null}
      {isPickup ? (
        <PickupFields checkout={checkout} pickup={pickup} errors={errors} onChange={setPickup} />
      ) : (
        <>
          <SavedAddresses {...choice} />
          <AddressFields
            section="shipping"
            address={choice.address}
            countries={checkout.countries}
            errors={errors}
            onChange={choice.setAddress}
            {...(checkout.proposesAddresses ? { proposedTo: checkout } : {})}
          />
          <KeepAddress {...choice} />
        </>
      )}
    </StepForm>
  );
}

function Way({ isPickup, onChange }: { isPickup: boolean; onChange: (isPickup: boolean) => void }) {
  return (
    <fieldset className="stoa-fieldset">
      <legend className="stoa-hidden">{textOf("checkout.deliveryMethod")}</legend>
      {[false, true].map((way) => (
        <label className="stoa-option" key={String(way)}>
          <input type="radio" name="way" checked={way === isPickup} onChange={() => onChange(way)} />
          <span className="stoa-option__label">{way ? textOf("checkout.pickUp") : textOf("checkout.deliver")}</span>
        </label>
      ))}
    </fieldset>
  );
}
