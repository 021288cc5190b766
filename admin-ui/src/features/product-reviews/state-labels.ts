import type { ReviewState } from "./api";

interface StateLabels {
  /** Label of the state. */
  name: string;
  /** Label of the button that sets the state. */
  action: string;
  /** Notification after the change. */
  done: string;
  /** States that can be set from this one. */
  moves: ReviewState[];
}

export const stateLabels: Readonly<Record<ReviewState, StateLabels>> = {
  AWAITING: {
    name: "Awaiting",
    action: "Move to awaiting",
    done: "moved to awaiting",
    moves: ["PUBLISHED", "REJECTED"],
  },
  PUBLISHED: { name: "Published", action: "Publish", done: "published", moves: ["REJECTED"] },
  REJECTED: { name: "Rejected", action: "Reject", done: "rejected", moves: ["PUBLISHED", "AWAITING"] },
};
