const storageKey = "stoa.checkout.attempt";

/** One wish to buy a cart; repetitions of the same wish carry the same key. */
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

/** The attempt this tab made last, also before a reload or on the way back. */
export function lastAttempt(): Attempt | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "null");
    return isAttempt(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** The key of the attempt under way for a cart; a new one when there is none. */
export function attemptKey(cartToken: string): string {
  const last = lastAttempt();
  if (last !== null && last.cartToken === cartToken && last.key !== "") return last.key;
  const key = randomKey();
  sessionStorage.setItem(storageKey, JSON.stringify({ cartToken, key } satisfies Attempt));
  return key;
}

/** The attempt was decided: the next click is a new one. Which cart it was stays known for the way back. */
export function endAttempt(cartToken: string): void {
  sessionStorage.setItem(storageKey, JSON.stringify({ cartToken, key: "" } satisfies Attempt));
}
