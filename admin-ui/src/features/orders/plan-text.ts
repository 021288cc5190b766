import { plural, t } from "@lingui/core/macro";
import type { Order } from "./api";

type Plan = NonNullable<Order["items"][number]["plan"]>;
type Unit = Plan["billingPeriod"]["unit"];

const weeksInYear = 52;
const monthsInYear = 12;

function every(value: number, unit: Unit): string {
  switch (unit) {
    case "WEEK":
      return plural({ count: value }, { one: "every week", other: "every # weeks" });
    case "MONTH":
      return plural({ count: value }, { one: "every month", other: "every # months" });
    case "YEAR":
      return plural({ count: value }, { one: "every year", other: "every # years" });
  }
}

function long(value: number, unit: Unit): string {
  switch (unit) {
    case "WEEK":
      return value % weeksInYear === 0
        ? long(value / weeksInYear, "YEAR")
        : plural({ count: value }, { one: "# week", other: "# weeks" });
    case "MONTH":
      return value % monthsInYear === 0
        ? long(value / monthsInYear, "YEAR")
        : plural({ count: value }, { one: "# month", other: "# months" });
    case "YEAR":
      return plural({ count: value }, { one: "# year", other: "# years" });
  }
}

/** How often a subscription is paid and for how long, such as "every 2 months for 1 year". */
export function planText({ billingPeriod: { value, unit }, numBillingCycles }: Plan): string {
  const rhythm = every(value, unit);
  if (numBillingCycles === 0) return rhythm;
  const length = long(value * numBillingCycles, unit);
  return t`${{ rhythm }} for ${{ length }}`;
}
