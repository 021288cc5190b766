import type { CartEntry } from "@/shared/api/types";
import { Alert } from "@/shared/react/alert";
import { useMoney } from "@/shared/react/page";
import { attributesText, entryName, entryNote, lineImageUrl } from "@/shared/shop/entry";
import { textOf } from "@/shared/text/messages";
import { QuantityStepper } from "./quantity-stepper";

interface CartLineProps {
  /** Including unconfirmed changes. */
  entry: CartEntry;
  currency: string;
  isBusy: boolean;
  trouble: LineError | null;
  /** Zero removes the line. */
  onQuantity: (quantity: number) => void;
  onInvalid: (message: string) => void;
  /** Opens the answers to the product's additional fields. */
  onAnswers: () => void;
}

export interface LineError {
  title: string;
  text: string;
}

export function CartLine({ entry, currency, isBusy, trouble, onQuantity, onInvalid, onAnswers }: CartLineProps) {
  const money = useMoney(currency);
  const attributes = attributesText(entry);
  const name = entryName(entry);
  const note = entryNote(entry);

  return (
    <li className="stoa-cart-line" data-entry-id={entry.id} aria-busy={isBusy}>
      <a className="stoa-cart-line__media" href={entry.url} tabIndex={-1} aria-hidden="true">
        {entry.image === null ? null : <img src={lineImageUrl(entry.image)} alt="" decoding="async" />}
      </a>
      <a className="stoa-cart-line__name" href={entry.url}>
        {entry.title}
      </a>
      <div className="stoa-cart-line__attributes">
        {attributes === "" ? null : <p>{attributes}</p>}
        {note === null ? null : <p>{note}</p>}
        {entry.answers.map(({ label, value }) => (
          <p key={label}>
            {label}: {value}
          </p>
        ))}
        {entry.additionalFields === null ? null : (
          <button
            type="button"
            className="stoa-cart-line__answers"
            aria-label={textOf("cart.editFormOf", { name })}
            onClick={onAnswers}
          >
            {textOf("cart.editForm")}
          </button>
        )}
      </div>
      <p className="stoa-cart-line__price">
        <span className="stoa-hidden">{textOf("cart.price")} </span>
        {money(entry.purchasePriceCents)}
      </p>
      <div className="stoa-cart-line__quantity">
        <QuantityStepper
          name={name}
          quantity={entry.quantity}
          available={entry.qtyAvailable}
          onChange={onQuantity}
          onInvalid={onInvalid}
        />
      </div>
      <p className="stoa-cart-line__total">
        <span className="stoa-hidden">{textOf("cart.total")} </span>
        {money(entry.subTotal)}
      </p>
      <button
        type="button"
        className="stoa-cart-line__remove"
        aria-label={textOf("cart.removeNamed", { name })}
        onClick={() => onQuantity(0)}
      >
        {textOf("order.remove")}
      </button>
      <div className="stoa-cart-line__message">
        {trouble === null ? null : (
          <Alert kind="error" title={trouble.title}>
            {trouble.text}
          </Alert>
        )}
      </div>
    </li>
  );
}
