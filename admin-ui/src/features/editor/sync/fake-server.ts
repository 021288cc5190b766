import type { Rules } from "@/shared/document-rules/rules";
import type { PageDocument } from "@/shared/page-document/document";
import type { Draft, OrphanedEdits, Notice, Saving, Synced } from "../slice";
import type { RunningEditors } from "./running-editors";
import type { Answer, Failure, Server, LogState, LoggedStep } from "./exchange";
import type { Known } from "./known";
import type { StoredSteps, Outbox, Step } from "./outbox";
import { toEditDraft } from "./edit-draft";
import { Session } from "./session";

/* Test fixtures for sync: a server that follows the protocol, and editors that have its page open. */

export const settings = { tone: "default", width: "normal", padding: "medium" } as const;

export function draftWith(html: string): Draft {
  const blocks = [{ id: "b", kind: "text", settings: { html } }];
  const document: PageDocument = {
    version: 1,
    sections: [{ id: "s", settings, rows: [{ id: "r", columns: [{ span: 12, blocks }] }] }],
  };
  return { document, title: "Home", navigationTitle: "Home", seoTitle: "", seoDescription: "" };
}

export const htmlOf = ({ document }: Pick<Draft, "document">) =>
  document.sections[0]?.rows[0]?.columns[0]?.blocks[0]?.settings["html"];

/** Another user who has the page open. */
const bo = { client: "bo", name: "Bo", isOwn: false };

/** A server that follows the protocol and can be unreachable. */
export class FakeServer {
  draft = toEditDraft(draftWith("one"));
  log: LoggedStep[] = [];
  reachable = true;
  /** If set, the response to all requests. */
  refusal: Failure | null = null;
  /** The state that editors have reported. */
  known: Known[] = [];
  private said = "0";
  private waiting: (() => void)[] = [];

  constructor(private readonly rules: Rules) {}

  told(since: number): Answer<LogState> {
    return {
      told: { seq: this.log.length, steps: this.log.slice(since), problems: {}, present: [bo], comments: this.said },
    };
  }

  set comments(state: string) {
    this.said = state;
    for (const wake of this.waiting.splice(0)) wake();
  }

  send(base: number, client: string, steps: Step[]): Answer<LogState> {
    if (!this.reachable) return { failure: { kind: "away" } };
    if (this.refusal !== null) return { failure: this.refusal };
    for (const step of steps) {
      if (this.log.some((known) => known.client === client && known.number === step.number)) continue;
      const { draft, steps: made } = this.rules.apply(this.draft, [step.operations]);
      this.draft = draft;
      this.log.push({
        ...step,
        client,
        seq: this.log.length + 1,
        authorName: client,
        inverses: [],
        remarks: [],
        ...made[0],
      });
    }
    for (const wake of this.waiting.splice(0)) wake();
    return this.told(base);
  }

  face(): Server {
    return {
      send: (base, client, steps) => Promise.resolve(this.send(base, client, structuredClone(steps))),
      poll: async (known, signal) => {
        this.known.push(known);
        if (this.refusal !== null) return { failure: this.refusal };
        const { since, comments, present } = known;
        if (this.log.length === since && comments === this.said && present === bo.client) {
          await new Promise<void>((resolve) => {
            this.waiting.push(resolve);
            signal.addEventListener("abort", () => resolve());
          });
        }
        return signal.aborted ? { failure: { kind: "away" } } : this.told(since);
      },
      ownSteps: () => Promise.resolve({ told: [] }),
    };
  }
}

export function memory(): Outbox & { kept: Map<string, Step> } {
  const kept = new Map<string, Step>();
  return {
    kept,
    isPersistent: true,
    put: (client, step) => Promise.resolve(void kept.set(`${client}/${step.number}`, step)),
    remove: (client, numbers) => Promise.resolve(numbers.forEach((number) => kept.delete(`${client}/${number}`))),
    all: () => {
      const clients = new Map<string, StoredSteps>();
      for (const [key, step] of kept) {
        const client = key.split("/")[0] ?? "";
        clients.set(client, { steps: [...(clients.get(client)?.steps ?? []), step], writtenOn: 0 });
      }
      return Promise.resolve(clients);
    },
  };
}

/** Simulated registry of running editors. */
export function tabs(): RunningEditors & { gone: (client: string) => void } {
  const atWork = new Set<string>();
  return {
    begin: (client) => {
      atWork.add(client);
      return { known: Promise.resolve(), end: () => void atWork.delete(client) };
    },
    onBehalfOf: async (client, _, work) => (atWork.has(client) ? null : await work()),
    gone: (client) => void atWork.delete(client),
  };
}

const open: Session[] = [];

/** Closes the editors that a test has opened. */
export function closeAll(): void {
  for (const session of open.splice(0)) session.close();
}

export function editor(rules: Rules, server: FakeServer, outbox = memory(), atWork: RunningEditors = tabs()) {
  const seen = {
    state: null as Synced | null,
    saving: null as Saving | null,
    notices: [] as Notice[],
    orphanedEdits: [] as OrphanedEdits[],
    commented: 0,
  };
  const line = { isCut: false };
  const whole = server.face();
  const toServer: Server = {
    ...whole,
    send: async (base, client, steps) =>
      line.isCut ? { failure: { kind: "away" } } : await whole.send(base, client, steps),
  };
  const face = {
    synced: (state: Synced) => (seen.state = state),
    saving: (saving: Saving) => (seen.saving = saving),
    people: () => undefined,
    notices: (notices: Notice[]) => seen.notices.push(...notices),
    orphanedEdits: (refused: OrphanedEdits[]) => (seen.orphanedEdits = refused),
    commented: () => void (seen.commented += 1),
  };
  const draft = draftWith(String(htmlOf(server.draft)));
  const session = new Session({
    rules,
    server: toServer,
    outbox,
    atWork,
    face,
    draft,
    revision: server.log.length,
    editable: true,
  });
  open.push(session);
  session.start();
  const type = (html: string, key = "b:html", at = Date.now()) =>
    session.edited({ ...(seen.state?.draft ?? draft), ...draftWith(html) }, key, at);
  return { session, seen, type, outbox, face, line };
}
