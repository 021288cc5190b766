import type { Rules } from "@/shared/document-rules/rules";
import type { PageDocument } from "@/shared/page-document/document";
import type { Draft, LeftBehind, Notice, Saving, Synced } from "../slice";
import type { AtWork } from "./at-work";
import type { Answer, Failure, Known, Server, Told, ToldStep } from "./exchange";
import type { KeptSteps, Outbox, Step } from "./outbox";
import { ruled } from "./ruled-draft";
import { Session } from "./session";

/* What tests of the exchange stand on: a server that works by the rules, and editors that have its page open. */

export const settings = { tone: "default", width: "normal", padding: "medium" };

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

/** Somebody else who has the page open. */
const bo = { client: "bo", name: "Bo", isOwn: false };

/** A server that works by the rules and can be out of reach. */
export class FakeServer {
  draft = ruled(draftWith("one"));
  log: ToldStep[] = [];
  reachable = true;
  /** What it says instead of doing what it is asked. */
  refusal: Failure | null = null;
  /** What editors have said that they know. */
  known: Known[] = [];
  private said = "0";
  private waiting: (() => void)[] = [];

  constructor(private readonly rules: Rules) {}

  told(since: number): Answer<Told> {
    return { told: { seq: this.log.length, steps: this.log.slice(since), problems: {}, present: [bo], comments: this.said } };
  }

  set comments(state: string) {
    this.said = state;
    for (const wake of this.waiting.splice(0)) wake();
  }

  send(base: number, client: string, steps: Step[]): Answer<Told> {
    if (!this.reachable) return { failure: { kind: "away" } };
    if (this.refusal !== null) return { failure: this.refusal };
    for (const step of steps) {
      if (this.log.some((known) => known.client === client && known.number === step.number)) continue;
      const { draft, steps: made } = this.rules.apply(this.draft, [step.operations]);
      this.draft = draft;
      this.log.push({ ...step, client, seq: this.log.length + 1, authorName: client, inverses: [], remarks: [], ...made[0] });
    }
    for (const wake of this.waiting.splice(0)) wake();
    return this.told(base);
  }

  face(): Server {
    return {
      send: (base, client, steps) => Promise.resolve(this.send(base, client, structuredClone(steps))),
      hear: async (known, signal) => {
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
    lasting: true,
    put: (client, step) => Promise.resolve(void kept.set(`${client}/${step.number}`, step)),
    remove: (client, numbers) => Promise.resolve(numbers.forEach((number) => kept.delete(`${client}/${number}`))),
    all: () => {
      const clients = new Map<string, KeptSteps>();
      for (const [key, step] of kept) {
        const client = key.split("/")[0] ?? "";
        clients.set(client, { steps: [...(clients.get(client)?.steps ?? []), step], writtenOn: 0 });
      }
      return Promise.resolve(clients);
    },
  };
}

/** Who is at work in the browser of a test. */
export function tabs(): AtWork & { gone: (client: string) => void } {
  const atWork = new Set<string>();
  return {
    begin: (client) => {
      atWork.add(client);
      return { known: Promise.resolve(), end: () => void atWork.delete(client) };
    },
    inPlaceOf: async (client, _, work) => (atWork.has(client) ? null : await work()),
    gone: (client) => void atWork.delete(client),
  };
}

const open: Session[] = [];

/** Ends what the editors of a test have open. */
export function closeAll(): void {
  for (const session of open.splice(0)) session.close();
}

export function editor(rules: Rules, server: FakeServer, outbox = memory(), atWork: AtWork = tabs()) {
  const seen = {
    state: null as Synced | null,
    saving: null as Saving | null,
    notices: [] as Notice[],
    leftBehind: [] as LeftBehind[],
    commented: 0,
  };
  const line = { isCut: false };
  const whole = server.face();
  const toServer: Server = {
    ...whole,
    send: async (base, client, steps) => (line.isCut ? { failure: { kind: "away" } } : await whole.send(base, client, steps)),
  };
  const face = {
    synced: (state: Synced) => (seen.state = state),
    saving: (saving: Saving) => (seen.saving = saving),
    people: () => undefined,
    notices: (notices: Notice[]) => seen.notices.push(...notices),
    leftBehind: (refused: LeftBehind[]) => (seen.leftBehind = refused),
    commented: () => void (seen.commented += 1),
  };
  const draft = draftWith(String(htmlOf(server.draft)));
  const session = new Session({ rules, server: toServer, outbox, atWork, face, draft, revision: server.log.length, editable: true });
  open.push(session);
  session.start();
  const type = (html: string, key = "b:html", at = Date.now()) => session.edited({ ...(seen.state?.draft ?? draft), ...draftWith(html) }, key, at);
  return { session, seen, type, outbox, face, line };
}

