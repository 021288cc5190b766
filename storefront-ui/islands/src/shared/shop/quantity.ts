import { textOf } from "@/shared/text/messages";

const minQuantity = 1;
const maxQuantity = 9999;

type QuantityReading = { ok: true; quantity: number } | { ok: false; message: string };

/** Parses a typed quantity, clamped to the range. */
export function readQuantity(typed: string): QuantityReading {
  const number = typed.trim() === "" ? Number.NaN : Number(typed);
  if (!Number.isFinite(number)) return { ok: false, message: textOf("quantity.notNumber") };
  if (!Number.isInteger(number)) return { ok: false, message: textOf("quantity.notWhole") };
  return { ok: true, quantity: Math.min(Math.max(number, minQuantity), maxQuantity) };
}
