import { t } from "@lingui/core/macro";
import { parseMoment } from "@/shared/i18n/local-time";
import type { LoadTests } from "./api";

const hour = 3_600_000;

/** For how long load tests can be allowed. */
export const allowances = [
  {
    value: "1h",
    length: hour,
    get label() {
      return t`1 hour`;
    },
  },
  {
    value: "4h",
    length: 4 * hour,
    get label() {
      return t`4 hours`;
    },
  },
  {
    value: "1d",
    length: 24 * hour,
    get label() {
      return t`1 day`;
    },
  },
  {
    value: "until",
    length: null,
    get label() {
      return t`Until a date and time`;
    },
  },
] as const;

export interface AllowanceValues {
  allowance: (typeof allowances)[number]["value"];
  /** Value of a `datetime-local` field. */
  until: string;
  maxCallsPerSecond: string;
}

/** When the allowance ends; null if that is no time in the future. */
export function endOf({ allowance, until }: AllowanceValues, now: number = Date.now()): number | null {
  const length = allowances.find(({ value }) => value === allowance)?.length ?? null;
  const end = length === null ? parseMoment(until) : now + length;
  return end !== null && end > now ? end : null;
}

/** Whether a run may start at this time. */
export function isAllowed({ forbidden, allowedUntil }: LoadTests, now: number = Date.now()): boolean {
  return !forbidden && allowedUntil != null && allowedUntil > now;
}
