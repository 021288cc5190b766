import type { ChangedLine, StockChange, StockLevel } from "./api";

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
  order: "Ordered",
  "order-released": "Released: order canceled or not paid",
  "order-refunded": "Returned with a refund",
  manual: "Changed manually",
  "counting-started": "Tracking started",
  "counting-stopped": "Tracking stopped",
  seed: "Initial stock",
};

export function reasonText({ reason }: Pick<StockChange, "reason">): string {
  return reasons[reason];
}

export function actorText({ actor, actorName }: Pick<StockChange, "actor" | "actorName">): string {
  if (actorName) return actorName;
  if (actor === "system") return "Automatic";
  return actor.startsWith("acc_") ? "Former contributor" : "Customer";
}

/** Parses a whole number with optional sign; null if it is not one. */
export function parseInteger(text: string): number | null {
  const bare = text.trim().replace(/^[−–]/, "-").replace(/^\+/, "");
  return /^-?\d{1,9}$/.test(bare) ? Number(bare) : null;
}

/** The stock for tables of changes. */
export function countText(unlimited: boolean, qtyInStock: number): string {
  return unlimited ? "not tracked" : String(qtyInStock);
}

/** Error message of a line; null if it was applied as requested. */
export function lineError({ outcome, message }: ChangedLine): string | null {
  return outcome === "changed" || outcome === "unchanged" ? null : (message ?? "It was not updated.");
}
