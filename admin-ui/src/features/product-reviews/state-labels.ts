import type { ReviewState } from "./api";
import { plural, t } from "@lingui/core/macro";

interface StateLabels {
  /** Label of the state. */
  name: string;
  /** Label of the button that sets the state. */
  action: string;
  /** Notification after the change. */
  done: (count: number) => string;
  /** States that can be set from this one. */
  moves: ReviewState[];
}

export const stateLabels: Readonly<Record<ReviewState, StateLabels>> = {
  AWAITING: {
    get name() {
      return t`Awaiting`;
    },
    get action() {
      return t`Move to awaiting`;
    },
    done: (count) => plural(count, { one: "# review moved to awaiting", other: "# reviews moved to awaiting" }),
    moves: ["PUBLISHED", "REJECTED"],
  },
  PUBLISHED: {
    get name() {
      return t`Published`;
    },
    get action() {
      return t`Publish`;
    },
    done: (count) => plural(count, { one: "# review published", other: "# reviews published" }),
    moves: ["REJECTED"],
  },
  REJECTED: {
    get name() {
      return t`Rejected`;
    },
    get action() {
      return t`Reject`;
    },
    done: (count) => plural(count, { one: "# review rejected", other: "# reviews rejected" }),
    moves: ["PUBLISHED", "AWAITING"],
  },
};
