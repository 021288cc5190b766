const letters = "abcdefghijkmnpqrstuvwxyz23456789";

/** A short random id, unique enough within one document. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  return [...bytes].map((byte) => letters[byte % letters.length]).join("");
}
