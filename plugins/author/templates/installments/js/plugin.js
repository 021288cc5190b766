// Messages about equal payments, interest-free.

import {
  allEligible,
  escapeHtml,
  installment,
  invalidInput,
  largestShare,
  limitsOf,
  range,
  text,
} from "../sdk/js/index.js";

const PAYMENTS = 4;
const COUNTRIES = ["US", "DE", "AT"];

export const installments = installment({
  quote(request) {
    const payments = request.payments ?? PAYMENTS;
    if (payments === 0) {
      throw invalidInput("at least one payment is needed");
    }
    const { language } = request;
    const limits = limitsOf(request);
    const availability = availabilityOf(request, limits);
    const amount = request.total && largestShare(request.total, payments);
    const [fullText, oneLineText] = sentences(language, availability, payments, amount, limits);
    return {
      availability,
      providerName: text(language, "name"),
      locale: text(language, "locale"),
      payments,
      amount,
      ...limits,
      fullText,
      oneLineText,
      modalPage: text(language, "locale"),
      plans: [],
    };
  },
  modal: (locale) => ({
    locale: text(locale, "locale"),
    title: text(locale, "name"),
    html: `<p>${escapeHtml(text(locale, "explanation"))}</p>`,
  }),
});

/** @returns {import('stoa:plugin/installments@0.1.0').Availability} */
function availabilityOf(request, limits) {
  if (!COUNTRIES.includes(request.country)) {
    return "unsupported-market";
  }
  return allEligible(request.items) ? range(request.total, limits) : "not-eligible";
}

/** The message on a line of its own, and the short one. The host fills in `{n}` and `{amount}`. */
function sentences(language, availability, count, amount, limits) {
  const both = (part) => [part, part];
  switch (availability) {
    case "in-range":
      return ["full", "one-line"].map((key) => ({ pattern: text(language, key), count, amount }));
    case "below-minimum":
      return both({ pattern: text(language, "over"), amount: limits.minimum });
    case "above-maximum":
      return both({ pattern: text(language, "up-to"), amount: limits.maximum });
    case "unavailable":
      return both({ pattern: text(language, "unavailable") });
    default:
      return both({ pattern: "" });
  }
}
