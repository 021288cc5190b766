const least = 1;
const most = 9999;

export type QuantityReading = { ok: true; quantity: number } | { ok: false; message: string };

/** Parses a typed quantity, clamped to the range. */
export function readQuantity(typed: string): QuantityReading {
  const number = typed.trim() === "" ? Number.NaN : Number(typed);
  if (!Number.isFinite(number)) return { ok: false, message: "Quantity must be a number." };
  if (!Number.isInteger(number)) return { ok: false, message: "Quantity must be a whole number" };
  return { ok: true, quantity: Math.min(Math.max(number, least), most) };
}
