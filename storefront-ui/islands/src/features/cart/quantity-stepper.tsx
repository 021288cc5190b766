import { useState } from "react";
import { readQuantity } from "@/shared/shop/quantity";
import { textOf } from "@/shared/text/messages";

const minQuantity = 1;
const maxQuantity = 9999;

interface QuantityStepperProps {
  name: string;
  quantity: number;
  /** Available quantity; null if unlimited. */
  available: number | null;
  /** Zero, which can only be typed, removes the line. */
  onChange: (quantity: number) => void;
  onInvalid: (message: string) => void;
}

/** Minus button, input, plus button. Typed input is committed on blur or Enter. */
export function QuantityStepper({ name, quantity, available, onChange, onInvalid }: QuantityStepperProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const limit = Math.min(maxQuantity, available ?? maxQuantity);

  const commit = (): void => {
    if (typed === null) return;
    setTyped(null);
    if (typed.trim() !== "" && Number(typed) === 0) return onChange(0);
    const reading = readQuantity(typed);
    if (!reading.ok) onInvalid(reading.message);
    else if (reading.quantity !== quantity) onChange(reading.quantity);
  };

  // At a limit the buttons are not disabled: that would lose the focus.
  const isAtMinimum = quantity <= minQuantity;
  const isAtMaximum = quantity >= limit;

  return (
    <div className="stoa-quantity" role="group" aria-label={textOf("cart.quantityOf", { name })}>
      <button
        type="button"
        className="stoa-quantity__step"
        aria-label={textOf("cart.decrease", { name })}
        aria-disabled={isAtMinimum}
        onClick={() => {
          if (!isAtMinimum) onChange(quantity - 1);
        }}
      >
        −
      </button>
      <input
        className="stoa-quantity__input"
        type="number"
        inputMode="numeric"
        min={minQuantity}
        max={maxQuantity}
        step={1}
        aria-label={textOf("cart.quantityOf", { name })}
        value={typed ?? String(quantity)}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === "Enter") commit();
        }}
      />
      <button
        type="button"
        className="stoa-quantity__step"
        aria-label={textOf("cart.increase", { name })}
        aria-disabled={isAtMaximum}
        onClick={() => {
          if (!isAtMaximum) onChange(quantity + 1);
        }}
      >
        +
      </button>
    </div>
  );
}
