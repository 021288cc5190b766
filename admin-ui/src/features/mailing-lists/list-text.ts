import { formatCount } from "@/shared/i18n/format";
import type { Subscriber } from "./api";

/** How far the server counts. */
const mostCounted = 100_000;

/** How many there are, as far as they were counted. */
export function countText(count: number): string {
  return count >= mostCounted ? "100,000 or more" : String(count);
}

/** How many people something is about, in words. */
export function peopleText(count: number): string {
  return count >= mostCounted ? "100,000 people or more" : formatCount(count, "person", "people");
}

const origins: Record<Subscriber["origin"], string> = { form: "Form", restock: "Restock notice", store: "Store" };

/** Where somebody agreed to news. */
export function originText({ origin }: Subscriber): string {
  return origins[origin];
}
