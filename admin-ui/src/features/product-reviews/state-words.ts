import type { ReviewState } from "./api";

interface StateWords {
  /** Where a review stands. */
  name: string;
  /** The button that puts it there. */
  action: string;
  /** What is said when that is done. */
  done: string;
  /** Where it can be put from there. */
  moves: ReviewState[];
}

export const stateWords: Readonly<Record<ReviewState, StateWords>> = {
  AWAITING: { name: "Awaiting", action: "Decide later", done: "put back to those that wait", moves: ["PUBLISHED", "REJECTED"] },
  PUBLISHED: { name: "Published", action: "Publish", done: "published", moves: ["REJECTED"] },
  REJECTED: { name: "Rejected", action: "Reject", done: "rejected", moves: ["PUBLISHED", "AWAITING"] },
};
