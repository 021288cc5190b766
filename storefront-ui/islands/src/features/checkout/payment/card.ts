import { textOf } from "@/shared/text/messages";

export type Card = { [Part in "cardNumber" | "expiry" | "cvc" | "name"]: string };

export const blankCard: Card = { cardNumber: "", expiry: "", cvc: "", name: "" };

/** Formats digits in groups of four, as printed on cards. */
export function groupDigits(typed: string): string {
  const digits = typed.replace(/\D/g, "").slice(0, 19);
  return digits.replace(/(\d{4})(?=\d)/g, "$1 ");
}

/** Formats month and year with a slash. */
export function formatExpiry(typed: string): string {
  const digits = typed.replace(/\D/g, "").slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

function expiryError(expiry: string, today: Date): string | null {
  const [month, year] = expiry.split("/").map((part) => Number(part.trim()));
  if (month === undefined || year === undefined || !(month >= 1 && month <= 12)) {
    return textOf("checkout.expiryWrong");
  }
  const firstDayAfter = new Date(2000 + year, month, 1);
  return firstDayAfter <= today ? textOf("checkout.cardExpired") : null;
}

/** Missing or malformed card fields. Only the card's bank can validate the card. */
export function cardErrors(card: Card, today: Date): Partial<Record<keyof Card, string>> {
  const digits = card.cardNumber.replace(/\D/g, "");
  const expiry = expiryError(card.expiry, today);
  return {
    ...(digits === "" ? { cardNumber: textOf("checkout.cardMissing") } : {}),
    ...(digits !== "" && digits.length < 12 ? { cardNumber: textOf("checkout.cardTooShort") } : {}),
    ...(expiry === null ? {} : { expiry }),
    ...(/^\d{3,4}$/.test(card.cvc.trim()) ? {} : { cvc: textOf("checkout.codeWrong") }),
    ...(card.name.trim() === "" ? { name: textOf("checkout.cardNameMissing") } : {}),
  };
}

/** The card in the provider's format. */
export function cardData(card: Card): Card {
  return {
    cardNumber: card.cardNumber.replace(/\D/g, ""),
    expiry: card.expiry.replace(/\s/g, ""),
    cvc: card.cvc.trim(),
    name: card.name.trim(),
  };
}
