const storageKey = "stoa.checkout.attempt";

/** One attempt to buy a cart; retries of the same attempt have the same key. */
export interface Attempt {
  cartToken: string;
  key: string;
}

function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function isAttempt(value: unknown): value is Attempt {
  return (
    typeof value === "object" &&
    value !== null &&
    "cartToken" in value &&
    typeof value.cartToken === "string" &&
    "key" in value &&
    typeof value.key === "string"
  );
}

/** The last attempt of this tab, even after a reload or back navigation. */
export function lastAttempt(): Attempt | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "null");
    return isAttempt(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** The key of the current attempt for a cart; a new one if there is none. */
export function attemptKey(cartToken: string): string {
  const last = lastAttempt();
  if (last !== null && last.cartToken === cartToken && last.key !== "") return last.key;
  const key = randomKey();
  sessionStorage.setItem(storageKey, JSON.stringify({ cartToken, key } satisfies Attempt));
  return key;
}

/** Ends the attempt: the next click starts a new one. Its cart stays known for back navigation. */
export function endAttempt(cartToken: string): void {
  sessionStorage.setItem(storageKey, JSON.stringify({ cartToken, key: "" } satisfies Attempt));
}
