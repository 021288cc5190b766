import { TextField } from "@/shared/react/field";
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
        label="Card number"
        name="cardNumber"
        inputMode="numeric"
        autoComplete="cc-number"
        value={card.cardNumber}
        error={errors.cardNumber}
        onChange={(typed) => onChange({ ...card, cardNumber: groupDigits(typed) })}
      />
      <div className="stoa-fields">
        <TextField
          label="Expiry date"
          name="expiry"
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder="MM / YY"
          value={card.expiry}
          error={errors.expiry}
          onChange={(typed) => onChange({ ...card, expiry: formatExpiry(typed) })}
        />
        <TextField
          label="Security code"
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
        label="Name on card"
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
  { number: "4242 4242 4242 4242", effect: "is approved." },
  { number: "4000 0025 0000 3155", effect: "asks you to confirm the payment." },
  { number: "4000 0000 0000 0002", effect: "is declined." },
  { number: "4000 0000 0000 0077", effect: "is approved after about a minute." },
] as const;

/** Card numbers accepted by a shop in test mode. */
export function TestCardHints() {
  return (
    <div className="stoa-alert" data-kind="info">
      <p className="stoa-alert__title">This shop is in test mode. You will not be charged.</p>
      <div className="stoa-prose">
        <ul>
          {testCards.map(({ number, effect }) => (
            <li key={number}>
              <code>{number}</code> {effect}
            </li>
          ))}
        </ul>
      </div>
      <p>Use any future expiry date and any security code.</p>
    </div>
  );
}
