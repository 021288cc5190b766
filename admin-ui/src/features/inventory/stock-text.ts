import type { ChangedLine, StockChange, StockLevel } from "./api";

/** The values of a variant's options; empty where there is nothing to choose. */
export function variantText({ attributes }: Pick<StockLevel, "attributes">): string {
  return Object.values(attributes).join(", ");
}

/** A difference with its sign, such as `+3`. */
export function deltaText(delta: number): string {
  if (delta === 0) return "0";
  return delta > 0 ? `+${delta}` : `−${Math.abs(delta)}`;
}

const reasons: Record<string, string> = {
  order: "Ordered",
  "order-released": "Released: the order was canceled or not paid",
  "order-refunded": "Returned with a refund",
  manual: "Changed by hand",
  "counting-started": "Counting began",
  "counting-stopped": "Counting ended",
  seed: "First stock",
};

export function reasonText({ reason }: Pick<StockChange, "reason">): string {
  return reasons[reason] ?? reason;
}

export function doerText({ actor, actorName }: Pick<StockChange, "actor" | "actorName">): string {
  if (actorName) return actorName;
  if (actor === "system") return "Automatic";
  return actor.startsWith("acc_") ? "Somebody who has left" : "Customer";
}

/** A whole number as people write it, with a sign or without; null when it is none. */
export function readWhole(text: string): number | null {
  const bare = text.trim().replace(/^[−–]/, "-").replace(/^\+/, "");
  return /^-?\d{1,9}$/.test(bare) ? Number(bare) : null;
}

/** What there is, as tables of changes write it. */
export function countText(unlimited: boolean, qtyInStock: number): string {
  return unlimited ? "not counted" : String(qtyInStock);
}

/** What did not become of a line, in words; null when it is as it was wanted. */
export function complaintOf({ outcome, message }: ChangedLine): string | null {
  return outcome === "changed" || outcome === "unchanged" ? null : (message ?? "It was not changed.");
}
