// Equal payments.

import { get } from "stoa:plugin/config@0.1.0";
import { invalidInput } from "./errors.js";
import { fromJson } from "./values.js";

/** Splits a total into parts that differ by at most one minor unit and add up to it, the largest first. */
export function shares(total, count) {
  const parts = Math.max(count, 1);
  const whole = Math.floor(total / parts);
  const rest = total - whole * parts;
  return Array.from({ length: parts }, (_, place) => whole + (place < rest ? 1 : 0));
}

/** The largest payment: the total divided by the count, rounded up to the minor unit. */
export function largestShare(total, count) {
  return { minor: Math.ceil(total.minor / Math.max(count, 1)), currency: total.currency };
}

/** Whether all items are shipped goods, no subscriptions, and allowed for installments. */
export function allEligible(items) {
  return items.length > 0 && items.every((item) => item.physical && item.available && !item.subscription);
}

/** The limits of the merchant's account, else those of the settings `minimumCents` and `maximumCents`. */
export function limitsOf(request) {
  const configured = (key) => {
    const minor = fromJson(get(key) ?? "null");
    return Number.isInteger(minor) && request.total ? { minor, currency: request.total.currency } : undefined;
  };
  return {
    minimum: request.minimum ?? configured("minimumCents"),
    maximum: request.maximum ?? configured("maximumCents"),
  };
}

/** Compares the total with the limits: in range when it is above the minimum and not above the maximum. */
export function range(total, { minimum, maximum }) {
  if (!total || !minimum || !maximum) {
    return "unavailable";
  }
  if (total.currency !== minimum.currency || total.currency !== maximum.currency) {
    throw invalidInput("price and limits are in different currencies");
  }
  if (total.minor <= minimum.minor) {
    return "below-minimum";
  }
  return total.minor > maximum.minor ? "above-maximum" : "in-range";
}
