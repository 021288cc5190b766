// What is remembered of a payment. The host stores it with the attempt and passes it to the next call.

import { invalidInput } from "../sdk/js/index.js";

/** `refunds` are amounts by idempotency key, so that a repeated refund changes nothing. null is a new payment. */
export function readState(value) {
  const phase = value?.phase ?? "awaited";
  if (!["awaited", "paid", "over"].includes(phase)) {
    throw invalidInput("state: not written by this plugin");
  }
  const entries = Object.entries(value?.refunds ?? {}).filter(([, minor]) => Number.isSafeInteger(minor));
  return { phase, refunds: Object.fromEntries(entries) };
}

export function capture(state, total, amount) {
  if (amount.minor !== total.minor || amount.currency !== total.currency) {
    throw invalidInput("the whole amount has to be captured");
  }
  if (state.phase === "over") {
    throw invalidInput("the payment was canceled");
  }
  return { ...state, phase: "paid" };
}

export function refund(state, total, amount, key) {
  if (Object.hasOwn(state.refunds, key)) {
    if (state.refunds[key] !== amount.minor) {
      throw invalidInput("the idempotency key was used for another amount");
    }
    return state;
  }
  const left = state.phase === "paid" ? total.minor - refunded(state) : 0;
  if (amount.currency !== total.currency || amount.minor <= 0 || amount.minor > left) {
    throw invalidInput(`a refund of ${amount.minor} exceeds the remaining ${left}`);
  }
  return { ...state, refunds: { ...state.refunds, [key]: amount.minor } };
}

/** @returns {import('../sdk/js/index.js').PaymentAnswer} */
export function outcome(state, total) {
  const back = refunded(state);
  const money = (minor) => (minor > 0 ? { minor, currency: total.currency } : undefined);
  return {
    status: statusOf(state, back, total),
    captured: money(state.phase === "paid" ? total.minor : 0),
    refunded: money(back),
    providerState: state,
  };
}

/** @returns {import('../sdk/js/index.js').PaymentAnswer['status']} */
function statusOf(state, back, total) {
  if (state.phase !== "paid") {
    return state.phase === "over" ? "voided" : "pending";
  }
  if (back === 0) {
    return "captured";
  }
  return back < total.minor ? "partially-refunded" : "refunded";
}

function refunded(state) {
  return Object.values(state.refunds).reduce((sum, minor) => sum + minor, 0);
}
