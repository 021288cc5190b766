import { t } from "@lingui/core/macro";

/** What is in force for a time, when it is turned on. */
export interface Limited {
  enabled: boolean;
  /** UTC milliseconds. */
  startsOn?: number | null;
  endsOn?: number | null;
}

export type Validity = "off" | "planned" | "ended" | "active";

/** Whether something is in force now, and if not, why. */
export function validityOf({ enabled, startsOn, endsOn }: Limited, now: number): Validity {
  if (!enabled) return "off";
  if (endsOn != null && endsOn <= now) return "ended";
  return startsOn != null && startsOn > now ? "planned" : "active";
}

export interface StateChip {
  readonly label: string;
  color: "success" | "default" | "warning";
}

/** Words and colors of the chips in lists. */
export const validityChips: Record<Validity, StateChip> = {
  active: {
    get label() {
      return t`Active`;
    },
    color: "success",
  },
  planned: {
    get label() {
      return t`Scheduled`;
    },
    color: "warning",
  },
  ended: {
    get label() {
      return t`Expired`;
    },
    color: "default",
  },
  off: {
    get label() {
      return t`Inactive`;
    },
    color: "default",
  },
};
