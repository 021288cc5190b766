import type { Checkout, Pickup } from "@/shared/api/types";
import { Alert } from "@/shared/react/alert";
import { TextField } from "@/shared/react/field";
import { useMoney } from "@/shared/react/page";
import { textOf } from "@/shared/text/messages";

interface PickupFieldsProps {
  checkout: Checkout;
  pickup: Pickup;
  errors: Record<string, string>;
  onChange: (pickup: Pickup) => void;
}

/** Pickup place and collector. */
export function PickupFields({ checkout, pickup, errors, onChange }: PickupFieldsProps) {
  const money = useMoney(checkout.cart.currency);
  return (
    <>
      <fieldset className="stoa-fieldset">
        <legend className="stoa-hidden">{textOf("checkout.pickupLocation")}</legend>
        {checkout.pickups.map((place) => (
          <label className="stoa-option" key={place.id}>
            <input
              type="radio"
              name="pickup"
              value={place.id}
              checked={place.id === pickup.optionId}
              onChange={() => onChange({ ...pickup, optionId: place.id })}
            />
            <span className="stoa-option__label">{place.label}</span>
            <span className="stoa-option__price">
              {place.priceCents === 0 ? textOf("checkout.free") : money(place.priceCents)}
            </span>
            <span className="stoa-option__detail">
              {[...place.lines, place.instructions].filter(Boolean).join("\n")}
            </span>
          </label>
        ))}
      </fieldset>
      {errors.optionId === undefined ? null : <Alert kind="error">{errors.optionId}</Alert>}
      <TextField
        label={textOf("checkout.collector")}
        name="collector"
        autoComplete="name"
        maxLength={200}
        value={pickup.collector}
        error={errors.collector}
        onChange={(collector) => onChange({ ...pickup, collector })}
      />
    </>
  );
}
