export type Card = { [Part in "cardNumber" | "expiry" | "cvc" | "name"]: string };

export const blankCard: Card = { cardNumber: "", expiry: "", cvc: "", name: "" };

/** Digits in groups of four, as they stand on the card. */
export function groupDigits(typed: string): string {
  const digits = typed.replace(/\D/g, "").slice(0, 19);
  return digits.replace(/(\d{4})(?=\d)/g, "$1 ");
}

/** Month and year with a stroke between them. */
export function writeExpiry(typed: string): string {
  const digits = typed.replace(/\D/g, "").slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

function expiryTrouble(expiry: string, today: Date): string | null {
  const [month, year] = expiry.split("/").map((part) => Number(part.trim()));
  if (month === undefined || year === undefined || !(month >= 1 && month <= 12)) {
    return "Enter the month and year, such as 04 / 29.";
  }
  const firstDayAfter = new Date(2000 + year, month, 1);
  return firstDayAfter <= today ? "This card has expired." : null;
}

/** What is missing on a card, by field. Whether the card is good is for its bank to say. */
export function cardTroubles(card: Card, today: Date): Partial<Record<keyof Card, string>> {
  const digits = card.cardNumber.replace(/\D/g, "");
  const expiry = expiryTrouble(card.expiry, today);
  return {
    ...(digits === "" ? { cardNumber: "Enter the card number." } : {}),
    ...(digits !== "" && digits.length < 12 ? { cardNumber: "The card number is too short." } : {}),
    ...(expiry === null ? {} : { expiry }),
    ...(/^\d{3,4}$/.test(card.cvc.trim()) ? {} : { cvc: "Enter the 3 or 4 digits of the security code." }),
    ...(card.name.trim() === "" ? { name: "Enter the name on the card." } : {}),
  };
}

/** The card as the provider gets it. */
export function cardData(card: Card): Card {
  return {
    cardNumber: card.cardNumber.replace(/\D/g, ""),
    expiry: card.expiry.replace(/\s/g, ""),
    cvc: card.cvc.trim(),
    name: card.name.trim(),
  };
}
