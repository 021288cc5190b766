import { plural, t } from "@lingui/core/macro";
import type { Subscriber } from "./api";

/** The server stops counting at this number. */
const maxCounted = 100_000;

/** The number of subscribers, up to the maximum counted. */
export function countText(count: number): string {
  return count >= maxCounted ? t`100,000 or more` : String(count);
}

export function peopleText(count: number): string {
  return count >= maxCounted ? t`100,000 people or more` : plural(count, { one: "# person", other: "# people" });
}

const origins: Record<Subscriber["origin"], string> = {
  get form() {
    return t`Form`;
  },
  get restock() {
    return t`Restock notice`;
  },
  get store() {
    return t`Store`;
  },
};

/** Where the subscriber signed up. */
export function originText({ origin }: Subscriber): string {
  return origins[origin];
}
