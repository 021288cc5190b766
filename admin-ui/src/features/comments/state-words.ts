import type { CommentState } from "./api";

interface StateWords {
  /** Where a comment stands. */
  name: string;
  /** The button that puts it there. */
  action: string;
  /** What is said when that is done. */
  done: string;
  /** Where it can be put from there. */
  moves: CommentState[];
}

export const stateWords: Readonly<Record<CommentState, StateWords>> = {
  WAITING: { name: "Waiting", action: "Restore", done: "put back to those that wait", moves: ["APPROVED", "SPAM", "REMOVED"] },
  APPROVED: { name: "Approved", action: "Approve", done: "approved", moves: ["SPAM", "REMOVED"] },
  SPAM: { name: "Spam", action: "Spam", done: "marked as spam", moves: ["APPROVED", "WAITING", "REMOVED"] },
  REMOVED: { name: "Removed", action: "Remove", done: "removed", moves: ["APPROVED", "WAITING"] },
};
