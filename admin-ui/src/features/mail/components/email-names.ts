/** Labels of e-mail kinds whose name alone does not say enough. */
const emailNames: Record<string, string | undefined> = {
  "order-confirmed": "Order confirmation",
  "order-awaits-transfer": "Payment instructions",
  "order-fulfilled": "Shipping confirmation",
  "order-ready": "Ready for pickup",
  "order-refunded": "Refund",
  "digital-download": "Download",
  "gift-cards": "Gift card",
  "cart-reminder": "Abandoned cart",
  "news-confirmation": "Newsletter confirmation",
  "news-welcome": "Newsletter welcome",
  "email-verification": "E-mail address confirmation",
  "email-change": "New e-mail address confirmation",
  "email-change-notice": "E-mail address change notice",
  "account-exists": "Account already exists",
  "form-answer": "Form submission (to you)",
  "comments-arrived": "New comments (to you)",
  "publication-failed": "Draft not published (to you)",
  "order-received": "New order (to you)",
  "payment-sent-back": "Payment refunded automatically (to you)",
};

/** The label of an e-mail kind. */
export function emailName(kind: string): string {
  return emailNames[kind] ?? `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll("-", " ")}`;
}

/** Labels of the placeholders in texts. */
export const placeholderNames: Record<string, string | undefined> = {
  site: "site name",
  number: "order number",
  name: "customer name",
  total: "order total",
  amount: "amount the e-mail is about",
  email: "customer e-mail address",
  product: "product name",
  page: "page title",
};

const names = new Intl.DisplayNames("en", { type: "language" });

/** The name of a language tag, such as German. */
export function languageName(tag: string): string {
  return names.of(tag) ?? tag;
}
