import type { CartEntry } from "@/shared/api/types";

/** The chosen options of an entry as one text, empty when there was nothing to choose. */
export function attributesText(entry: CartEntry & { attributesText?: string }): string {
  // The cart that comes with a refusal lacks the text.
  return entry.attributesText ?? Object.values(entry.chosenVariant.attributes).join(" / ");
}

/** What the entry is called where several variants may stand beside each other. */
export function entryName(entry: CartEntry): string {
  const attributes = attributesText(entry);
  return attributes === "" ? entry.title : `${entry.title}, ${attributes}`;
}

/** Said of what begins a subscription. */
export const paidOnceText = "Subscription: one payment, no renewal";

/** A cart is worth too little to be bought; the sentence that says so, or null. */
export function minimumSubtotalText(
  subtotalCents: number,
  minimumCents: number,
  money: (minorUnits: number) => string,
): string | null {
  if (subtotalCents >= minimumCents) return null;
  return `To check out, your order subtotal must be ${money(minimumCents)} or more.`;
}

export const emptyCartText = "You have nothing in your shopping cart.";

/** A picture of ours in the size of a line. */
export function smallPicture(url: string): string {
  return url.startsWith("/assets/") && !url.includes("?") ? `${url}?format=300w` : url;
}
