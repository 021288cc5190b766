import { TextField } from "@/shared/react/field";
import { textOf } from "@/shared/text/messages";
import { textParts } from "@/shared/text/rich-messages";
import { groupDigits, formatExpiry, type Card } from "./card";

interface CardFieldsProps {
  card: Card;
  errors: Partial<Record<keyof Card, string>>;
  onChange: (card: Card) => void;
}

/** The fields of a payment card. */
export function CardFields({ card, errors, onChange }: CardFieldsProps) {
  return (
    <>
      <TextField
        label={textOf("checkout.cardNumber")}
        name="cardNumber"
        inputMode="numeric"
        autoComplete="cc-number"
        value={card.cardNumber}
        error={errors.cardNumber}
        onChange={(typed) => onChange({ ...card, cardNumber: groupDigits(typed) })}
      />
      <div className="stoa-fields">
        <TextField
          label={textOf("checkout.expiry")}
          name="expiry"
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder={textOf("checkout.expiryFormat")}
          value={card.expiry}
          error={errors.expiry}
          onChange={(typed) => onChange({ ...card, expiry: formatExpiry(typed) })}
        />
        <TextField
          label={textOf("checkout.securityCode")}
          name="cvc"
          inputMode="numeric"
          autoComplete="cc-csc"
          maxLength={4}
          value={card.cvc}
          error={errors.cvc}
          onChange={(cvc) => onChange({ ...card, cvc })}
        />
      </div>
      <TextField
        label={textOf("checkout.nameOnCard")}
        name="cardName"
        autoComplete="cc-name"
        value={card.name}
        error={errors.name}
        onChange={(name) => onChange({ ...card, name })}
      />
    </>
  );
}

const testCards = [
  { number: "4242 4242 4242 4242", effect: "checkout.testApproved" },
  { number: "4000 0025 0000 3155", effect: "checkout.testConfirmed" },
  { number: "4000 0000 0000 0002", effect: "checkout.testDeclined" },
  { number: "4000 0000 0000 0077", effect: "checkout.testLater" },
] as const;

/** Card numbers accepted by a shop in test mode. */
export function TestCardHints() {
  return (
    <div className="stoa-alert" data-kind="info">
      <p className="stoa-alert__title">{textOf("checkout.testTitle")}</p>
      <div className="stoa-prose">
        <ul>
          {testCards.map(({ number, effect }) => (
            <li key={number}>{textParts(effect, { number: <code>{number}</code> })}</li>
          ))}
        </ul>
      </div>
      <p>{textOf("checkout.testHint")}</p>
    </div>
  );
}
