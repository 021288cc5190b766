import { formatCount } from "@/shared/i18n/format";
import type { Subscriber } from "./api";

/** The server stops counting at this number. */
const mostCounted = 100_000;

/** The number of subscribers, up to the maximum counted. */
export function countText(count: number): string {
  return count >= mostCounted ? "100,000 or more" : String(count);
}

/** A number of people as text. */
export function peopleText(count: number): string {
  return count >= mostCounted ? "100,000 people or more" : formatCount(count, "person", "people");
}

const origins: Record<Subscriber["origin"], string> = { form: "Form", restock: "Restock notice", store: "Store" };

/** Where the subscriber signed up. */
export function originText({ origin }: Subscriber): string {
  return origins[origin];
}
