import type { CommentState } from "./api";

interface StateLabels {
  /** Label of the state. */
  name: string;
  /** Label of the button that sets the state. */
  action: string;
  /** Notification after the change. */
  done: string;
  /** States that can be set from this one. */
  moves: CommentState[];
}

export const stateLabels: Readonly<Record<CommentState, StateLabels>> = {
  WAITING: {
    name: "Awaiting approval",
    action: "Restore",
    done: "moved to waiting for approval",
    moves: ["APPROVED", "SPAM", "REMOVED"],
  },
  APPROVED: { name: "Approved", action: "Approve", done: "approved", moves: ["SPAM", "REMOVED"] },
  SPAM: { name: "Spam", action: "Spam", done: "marked as spam", moves: ["APPROVED", "WAITING", "REMOVED"] },
  REMOVED: { name: "Removed", action: "Remove", done: "removed", moves: ["APPROVED", "WAITING"] },
};
