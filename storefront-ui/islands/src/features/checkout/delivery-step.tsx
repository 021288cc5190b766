import { useState } from "react";
import type { Checkout } from "@/shared/api/types";
import { Alert } from "@/shared/react/alert";
import { useMoney } from "@/shared/react/page";
import { textOf } from "@/shared/text/messages";
import { StepForm } from "./step-form";

interface DeliveryStepProps {
  checkout: Checkout;
  isBusy: boolean;
  errors: Record<string, string>;
  onDone: (optionId: string) => void;
}

/** Choice of the delivery option. */
export function DeliveryStep({ checkout, isBusy, errors, onDone }: DeliveryStepProps) {
  const { shippingOptions, selectedShippingOptionId } = checkout;
  const money = useMoney(checkout.cart.currency);
  const [chosen, setChosen] = useState(selectedShippingOptionId ?? shippingOptions[0]?.id ?? "");
  if (shippingOptions.length === 0) {
    return (
      <div className="stoa-step__body">
        <Alert kind="warning">{textOf("checkout.noDelivery")}</Alert>
      </div>
    );
  }
  return (
    <StepForm label={textOf("checkout.continue")} isBusy={isBusy} errors={errors} onSubmit={() => onDone(chosen)}>
      <fieldset className="stoa-fieldset">
        <legend className="stoa-hidden">{textOf("checkout.deliveryOption")}</legend>
        {shippingOptions.map((option) => (
          <label className="stoa-option" key={option.id}>
            <input
              type="radio"
              name="delivery"
              value={option.id}
              checked={option.id === chosen}
              onChange={() => setChosen(option.id)}
            />
            <span className="stoa-option__label">{option.label}</span>
            <span className="stoa-option__price">
              {option.priceCents === 0 ? textOf("checkout.free") : money(option.priceCents)}
            </span>
          </label>
        ))}
      </fieldset>
      {errors.optionId === undefined ? null : <Alert kind="error">{errors.optionId}</Alert>}
    </StepForm>
  );
}
