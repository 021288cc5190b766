import type { CommentState } from "./api";
import { plural, t } from "@lingui/core/macro";

interface StateLabels {
  /** Label of the state. */
  name: string;
  /** Label of the button that sets the state. */
  action: string;
  /** Notification after the change. */
  done: (count: number) => string;
  /** States that can be set from this one. */
  moves: CommentState[];
}

export const stateLabels: Readonly<Record<CommentState, StateLabels>> = {
  WAITING: {
    get name() {
      return t`Awaiting approval`;
    },
    get action() {
      return t`Restore`;
    },
    done: (count) =>
      plural(count, {
        one: "# comment moved to waiting for approval",
        other: "# comments moved to waiting for approval",
      }),
    moves: ["APPROVED", "SPAM", "REMOVED"],
  },
  APPROVED: {
    get name() {
      return t`Approved`;
    },
    get action() {
      return t`Approve`;
    },
    done: (count) => plural(count, { one: "# comment approved", other: "# comments approved" }),
    moves: ["SPAM", "REMOVED"],
  },
  SPAM: {
    get name() {
      return t`Spam`;
    },
    get action() {
      return t`Spam`;
    },
    done: (count) => plural(count, { one: "# comment marked as spam", other: "# comments marked as spam" }),
    moves: ["APPROVED", "WAITING", "REMOVED"],
  },
  REMOVED: {
    get name() {
      return t`Removed`;
    },
    get action() {
      return t`Remove`;
    },
    done: (count) => plural(count, { one: "# comment removed", other: "# comments removed" }),
    moves: ["APPROVED", "WAITING"],
  },
};
