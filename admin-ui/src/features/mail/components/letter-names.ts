/** What the letters are called on screens; one that is not known here shows its own name. */
export const letterNames: Record<string, string | undefined> = {
  "order-confirmed": "Order confirmed",
  "order-awaits-transfer": "How to pay",
  "order-fulfilled": "On its way",
  "order-refunded": "Refund",
  "order-canceled": "Order canceled",
  "digital-download": "Download",
  "gift-cards": "Gift card",
  subscription: "Subscription",
  donation: "Donation",
  "order-received": "New order (to you)",
  "payment-sent-back": "Payment sent back (to you)",
};

const names = new Intl.DisplayNames("en", { type: "language" });

/** A language by its tag, such as German. */
export function languageName(tag: string): string {
  return names.of(tag) ?? tag;
}
