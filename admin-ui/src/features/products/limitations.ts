import { t } from "@lingui/core/macro";

/** Limitation of some product types, shown to the owner. */

export const renewalsToCome = () =>
  t`Renewals are not charged yet: customers pay once, for the first delivery. The product page, checkout and e-mails say so.`;

export const codesToCome = () =>
  t`Buyers get a code by e-mail for each card. Gift card codes cannot be redeemed in the cart yet; customers are informed.`;

export const membershipToCome = () => t`A membership gives access to its files and nothing else yet.`;
