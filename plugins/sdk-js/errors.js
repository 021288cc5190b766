// Errors of the contract. They are thrown as they are: anything that is an `Error` is a mistake of the plugin.

/** An error of the contract. The owner sees its message, the shopper only the buyer's. */
export function fail(code, message, { buyerMessage, retryAfterMs } = {}) {
  return { code, message, buyerMessage, retryAfterMs };
}

export function invalidInput(message) {
  return fail("invalid-input", message);
}
