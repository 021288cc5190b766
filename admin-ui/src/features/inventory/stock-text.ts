import type { ChangedLine, StockChange, StockLevel } from "./api";
import { t } from "@lingui/core/macro";

/** A variant's option values; empty without options. */
export function variantText({ attributes }: Pick<StockLevel, "attributes">): string {
  return Object.values(attributes).join(", ");
}

/** A signed difference, such as `+3`. */
export function deltaText(delta: number): string {
  if (delta === 0) return "0";
  return delta > 0 ? `+${delta}` : `−${Math.abs(delta)}`;
}

const reasons: Readonly<Record<StockChange["reason"], string>> = {
  get order() {
    return t`Ordered`;
  },
  get "order-released"() {
    return t`Released: order canceled or not paid`;
  },
  get "order-refunded"() {
    return t`Returned with a refund`;
  },
  get manual() {
    return t`Changed manually`;
  },
  get "counting-started"() {
    return t`Tracking started`;
  },
  get "counting-stopped"() {
    return t`Tracking stopped`;
  },
  get seed() {
    return t`Initial stock`;
  },
};

export function reasonText({ reason }: Pick<StockChange, "reason">): string {
  return reasons[reason];
}

/** Parses a whole number with optional sign; null if it is not one. */
export function parseInteger(text: string): number | null {
  const bare = text.trim().replace(/^[−–]/, "-").replace(/^\+/, "");
  return /^-?\d{1,9}$/.test(bare) ? Number(bare) : null;
}

/** The stock for tables of changes. */
export function countText(unlimited: boolean, qtyInStock: number): string {
  return unlimited ? t`not tracked` : String(qtyInStock);
}

/** Error message of a line; null if it was applied as requested. */
export function lineError({ outcome, message }: ChangedLine): string | null {
  return outcome === "changed" || outcome === "unchanged" ? null : (message ?? t`It was not updated.`);
}
