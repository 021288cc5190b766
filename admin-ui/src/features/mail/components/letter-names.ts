/** What the letters are called on screens; one that is not known here shows its own name. */
export const letterNames: Record<string, string | undefined> = {
  "order-confirmed": "Order confirmed",
  "order-awaits-transfer": "How to pay",
  "order-fulfilled": "On its way",
  "order-ready": "Ready to be picked up",
  "order-refunded": "Refund",
  "order-canceled": "Order canceled",
  "digital-download": "Download",
  "gift-cards": "Gift card",
  subscription: "Subscription",
  donation: "Donation",
  "back-in-stock": "Back in stock",
  "cart-reminder": "Cart left behind",
  "review-request": "Asks for reviews",
  "news-confirmation": "Confirm the newsletter",
  "news-welcome": "Welcome to the newsletter",
  "email-verification": "Confirm the address",
  "email-change": "Confirm another address",
  "email-change-notice": "Address is to change",
  "account-exists": "Has an account already",
  "password-reset": "New password",
  "form-answer": "Answer to a form (to you)",
  "comments-arrived": "New comments (to you)",
  "publication-failed": "Draft not published (to you)",
  "contributor-invitation": "Invitation to work on the site",
  "order-received": "New order (to you)",
  "payment-sent-back": "Payment sent back (to you)",
};

/** What the places in texts stand for. */
export const placeNames: Record<string, string | undefined> = {
  site: "name of the site",
  number: "number of the order",
  name: "name of the customer",
  total: "total of the order",
  amount: "amount of money the letter is about",
  email: "e-mail address of the customer",
  product: "name of the product",
  page: "title of the page",
};

const names = new Intl.DisplayNames("en", { type: "language" });

/** A language by its tag, such as German. */
export function languageName(tag: string): string {
  return names.of(tag) ?? tag;
}
