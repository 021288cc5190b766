import type { Operation, Remark } from "@/shared/document-rules/rules";
import type { LeftBehind, Notice, Person, Saving, Synced } from "../slice";
import type { Step } from "./outbox";
import type { EditDraft } from "./ruled-draft";
import type { OwnStep } from "./steps-back";

/* What a session and the server say to each other, and what the session makes known. */

/** A step as the server tells it. */
export interface ToldStep extends OwnStep {
  seq: number;
  authorName?: string | null;
  operations: Operation[];
  remarks: Remark[];
}

/** Where the log of the page stands. */
export interface Told {
  seq: number;
  steps: ToldStep[];
  /** The whole draft, when not all steps could be told. */
  draft?: EditDraft | null;
  /** What keeps the draft from being published. */
  problems: Record<string, string>;
  present: { client: string; name?: string | null; isOwn: boolean }[];
  /** Changes with each change to the comments on the page; none for those who may not read them. */
  comments?: string | null;
}

/** What an editor knows already; the rest is news. */
export type Known = {
  since: number;
  client: string;
  /** The editors that have the page open. */
  present: string;
  comments: string;
};

/** Why the server could not be asked: `away` passes, anything else does not. */
export type Failure = { kind: "away" } | { kind: "refused"; message: string; errors: Record<string, string> };

export type Answer<T> = { told: T } | { failure: Failure };

export interface Server {
  send: (base: number, client: string, steps: Step[]) => Promise<Answer<Told>>;
  /** Answers when something has happened, or after a while. */
  hear: (known: Known, signal: AbortSignal) => Promise<Answer<Told>>;
  ownSteps: () => Promise<Answer<OwnStep[]>>;
}

/** What the session makes known. */
export interface Face {
  synced: (state: Synced) => void;
  saving: (saving: Saving) => void;
  people: (people: Person[]) => void;
  notices: (notices: Notice[]) => void;
  /** What tabs left behind that the server does not take. */
  leftBehind: (refused: LeftBehind[]) => void;
  /** Somebody said something about the page, or changed or settled it. */
  commented: () => void;
}
