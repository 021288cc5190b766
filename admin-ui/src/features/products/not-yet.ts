/** What some products do not do yet, told to who makes them. */

export const renewalsToCome = "Renewals are not charged yet: shoppers pay once, for the first delivery. Page, checkout and e-mails tell them so.";

export const codesToCome = "Buyers get a code by e-mail for each card. Gift card codes cannot be redeemed in the cart yet, and buyers are told so.";

export const membershipToCome = "A membership gives access to its files and nothing else yet.";
