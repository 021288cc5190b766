// The payment method `{{entry}}`: the customer gets the bank account, and the owner records the payment.

import { fail, invalidInput, paymentMethod, setting, text } from "../sdk/js/index.js";
import { capture, outcome, readState, refund } from "./state.js";

export const payments = paymentMethod({
  create: (attempt, ctx) => status(attempt, ctx.locale),
  authorise: (attempt, returnQuery, ctx) => status(attempt, ctx.locale),
  capture: (attempt, amount) => outcome(capture(current(attempt), attempt.amount, amount), attempt.amount),
  refund: (attempt, amount, key) => outcome(refund(current(attempt), attempt.amount, amount, key), attempt.amount),
  cancel(attempt) {
    const state = current(attempt);
    if (state.phase === "paid") {
      throw fail("not-supported", "a paid order is refunded, not canceled");
    }
    return outcome({ ...state, phase: "over" }, attempt.amount);
  },
  fetchStatus: (attempt, ctx) => status(attempt, ctx.locale),
  verifyWebhook() {
    throw fail("not-supported", "there are no webhooks");
  },
  // Nothing is saved, so everything is forgotten.
  forget() {},
});

/** The state that the host stored with the attempt. */
function current(attempt) {
  if (attempt.method !== "{{entry}}") {
    throw fail("not-supported", `no method ${attempt.method}`);
  }
  if (attempt.amount.minor <= 0) {
    throw invalidInput("the amount has to be above zero");
  }
  return readState(attempt.providerState);
}

/** The outcome so far, with instructions while the payment is awaited. */
function status(attempt, language) {
  const state = current(attempt);
  const next = state.phase === "awaited" ? { clientAction: instructions(attempt, language) } : undefined;
  return { ...outcome(state, attempt.amount), next };
}

function instructions(attempt, language) {
  return {
    type: "instructions",
    text: text(language, "instructions", { order: attempt.orderId }),
    details: [
      { label: text(language, "holder"), value: String(setting("accountHolder") ?? "") },
      { label: text(language, "number"), value: String(setting("accountNumber") ?? "") },
    ],
  };
}
