import type { Operation, Remark, Rules } from "@/shared/document-rules/rules";
import type { Said } from "@/shared/i18n/problem-in-words";
import type { Draft, OrphanedEdits, Notice, Person, Saving, Synced } from "../slice";
import type { Known } from "./known";
import type { Outbox, Step } from "./outbox";
import type { RunningEditors } from "./running-editors";
import type { EditDraft } from "./edit-draft";
import type { OwnStep } from "./undo-stacks";

/* Messages between session and server, and the callbacks of a session. */

/** A step from the server. */
export interface LoggedStep extends OwnStep {
  seq: number;
  authorName?: string | null;
  operations: Operation[];
  remarks: Remark[];
}

/** State of the page's log. */
export interface LogState {
  seq: number;
  steps: LoggedStep[];
  /** The whole draft, if the response does not list all steps. */
  draft?: EditDraft | null;
  /** Validation errors that prevent publishing the draft. */
  problems: Record<string, string>;
  /** What they say, by the same keys. */
  problemTexts?: Record<string, Said>;
  present: { client: string; name?: string | null; isOwn: boolean }[];
  /** Version of the comments on the page; null without the permission to read them. */
  comments?: string | null;
}

/** Why a request failed: `away` is temporary, the others are not. */
export type Failure = { kind: "away" } | { kind: "refused"; message: string; errors: Record<string, string> };

export type Answer<T> = { told: T } | { failure: Failure };

export interface Server {
  send: (base: number, client: string, steps: Step[]) => Promise<Answer<LogState>>;
  /** Long poll: resolves when something has happened, or after a timeout. */
  poll: (known: Known, signal: AbortSignal) => Promise<Answer<LogState>>;
  ownSteps: () => Promise<Answer<OwnStep[]>>;
}

export interface SessionCallbacks {
  synced: (state: Synced) => void;
  saving: (saving: Saving) => void;
  people: (people: Person[]) => void;
  notices: (notices: Notice[]) => void;
  /** Steps of closed tabs that the server refused. */
  orphanedEdits: (refused: OrphanedEdits[]) => void;
  /** A comment on the page was added, changed or resolved. */
  commented: () => void;
}

/** What a session works with. */
export interface SessionDeps {
  rules: Rules;
  server: Server;
  outbox: Outbox;
  atWork: RunningEditors;
  face: SessionCallbacks;
  draft: Draft;
  revision: number;
  /** Whether steps may be made; otherwise the session only receives. */
  editable: boolean;
}
