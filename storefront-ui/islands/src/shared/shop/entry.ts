import type { CartEntry } from "@/shared/api/types";
import { textOf } from "@/shared/text/messages";
import { giftCard } from "./product-data";

/** The chosen options of an entry as text; empty if there are none. */
export function attributesText(entry: CartEntry & { attributesText?: string }): string {
  // The cart in an error response lacks the text.
  return entry.attributesText ?? Object.values(entry.chosenVariant.attributes).join(" / ");
}

/** Name of the entry including its variant. */
export function entryName(entry: CartEntry): string {
  const attributes = attributesText(entry);
  return attributes === "" ? entry.title : `${entry.title}, ${attributes}`;
}

/** What buyers should know about an entry before they pay, or null. */
export function entryNote(entry: CartEntry): string | null {
  if (entry.subscription !== null) return textOf("order.subscriptionNote");
  if (entry.productType === giftCard) return textOf("order.giftCardNote");
  return null;
}

/** Message that a cart is below the minimum order value, or null. */
export function minimumSubtotalText(
  subtotalCents: number,
  minimumCents: number,
  money: (minorUnits: number) => string,
): string | null {
  if (subtotalCents >= minimumCents) return null;
  return textOf("order.minimum", { amount: money(minimumCents) });
}

export const emptyCartText = textOf("order.empty");

/** Image URL at the size of a cart line. */
export function lineImageUrl(url: string): string {
  return url.startsWith("/assets/") && !url.includes("?") ? `${url}?format=300w` : url;
}
