import { copyWithStructuralSharing } from "@reduxjs/toolkit/query";
import { newId } from "../document/ids";
import type { Draft, Notice, Person, Saving, Synced } from "../slice";
import type { DraftChange, Operation, Remark, RuledDraft, Rules } from "@/shared/document-rules/rules";
import type { Outbox, Step } from "./outbox";
import { applied, changedParts, ruled, unruled, type EditDraft } from "./ruled-draft";
import { afterStep, stepKey, stepsBackOf, type OwnStep, type StepsBack } from "./steps-back";

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
  /** Somebody said something about the page, or changed or settled it. */
  commented: () => void;
}

interface Parts {
  rules: Rules;
  server: Server;
  outbox: Outbox;
  face: Face;
  draft: Draft;
  revision: number;
  /** Whether steps may be made, or only those of others heard. */
  editable: boolean;
}

/** How long typing may go on before it is written down, and how long before it is sent (milliseconds). */
const commitPause = 120;
const sendPause = 350;
/** Edits of one setting closer together than this are one step. */
const joinWindow = 1200;
const retryPause = 2000;
const mostAtOnce = 100;
const mostServerSteps = 10;

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * The exchange of an open page with the server. What is typed becomes steps; each is kept in the browser until the
 * server has it. Steps of others are put below one's own that are still under way, by the same rules as on the server.
 */
export class Session {
  readonly client = `${newId()}${newId()}`;
  private readonly parts: Parts;
  /** The draft that the server has confirmed, and its number. */
  private confirmed: EditDraft;
  private seq: number;
  /** Steps that the server has not acknowledged. */
  private waiting: Step[] = [];
  /** The draft with all of them. */
  private committed: EditDraft;
  /** The draft on the screen: what was typed just now is in it. */
  private shown: Draft;
  private lastNumber = 0;
  /** The step that more typing in the same setting becomes a part of. */
  private joinable: { key: string; number: number; at: number } | null = null;
  private lastEdit: { key: string | null; at: number } = { key: null, at: 0 };
  private steps: StepsBack = { undo: [], redo: [] };
  /** The last steps that the server made by itself. */
  private madeByServer: ToldStep[] = [];
  private sending: Promise<boolean> | null = null;
  private sendingUpTo = 0;
  private keeping: Promise<void> = Promise.resolve();
  /** Steps that are being written into the browser's store. */
  private unwritten = 0;
  private keepsNothing = false;
  private commitTimer: ReturnType<typeof setTimeout> | undefined;
  private sendTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly ended = new AbortController();
  /** The call that waits for news. */
  private hearing = new AbortController();
  private known = { present: "", comments: "" };
  private noticeCount = 0;
  private away = false;
  private refusal: Failure | null = null;

  constructor(parts: Parts) {
    this.parts = parts;
    this.confirmed = ruled(parts.draft);
    this.committed = this.confirmed;
    this.shown = parts.draft;
    this.seq = parts.revision;
  }

  /** Begins to exchange: first what tabs left behind that were closed too early, then one's own. */
  start(): void {
    window.addEventListener("online", this.onOnline);
    window.addEventListener("offline", this.onOffline);
    window.addEventListener("pagehide", this.onHide);
    document.addEventListener("visibilitychange", this.onHide);
    void this.listen();
    void this.begin();
  }

  /**
   * Ends the exchange: nothing is made known any more, for another page may be open by then. What the server does not
   * have yet is still sent, and kept in the browser until it has it.
   */
  close(): void {
    this.commit();
    this.ended.abort();
    void this.sendRest();
    this.hearing.abort();
    clearTimeout(this.commitTimer);
    clearTimeout(this.sendTimer);
    window.removeEventListener("online", this.onOnline);
    window.removeEventListener("offline", this.onOffline);
    window.removeEventListener("pagehide", this.onHide);
    document.removeEventListener("visibilitychange", this.onHide);
  }

  /** Takes in what was typed; edits with the same key that follow each other quickly are one step. */
  edited(draft: Draft, key: string | null, at: number): void {
    if (draft === this.shown) return;
    const before = this.shown;
    this.shown = draft;
    // A step ends where another setting begins.
    if (key === null || key !== this.lastEdit.key) this.commit(before);
    this.lastEdit = { key, at };
    this.commitTimer ??= setTimeout(() => this.commit(), commitPause);
    this.tellAway();
  }

  undo(): void {
    this.stepBack("undo");
  }

  redo(): void {
    this.stepBack("redo");
  }

  /** Sends all there is at once; tells whether the server has everything then. */
  async flush(): Promise<boolean> {
    this.commit();
    while (this.waiting.length > 0) if (!(await this.send())) return false;
    return true;
  }

  /** Gives up what the server does not take, and shows what it has. */
  async drop(): Promise<void> {
    const numbers = this.waiting.map(({ number }) => number);
    this.waiting = [];
    this.steps = { undo: [], redo: [] };
    await this.parts.outbox.remove(this.client, numbers);
    this.show();
    this.setSaving({ kind: "idle" });
  }

  /** What was done between two drafts. */
  compare(before: RuledDraft, after: RuledDraft): DraftChange[] {
    return this.parts.rules.compare(before, after);
  }

  /** Takes in a step that the server made for this person, such as a restored version; it can be taken back. */
  async takeServerStep(seq: number): Promise<void> {
    if (this.seq < seq) {
      const answer = await this.parts.server.send(this.seq, this.client, []);
      if ("told" in answer) this.take(answer.told);
    }
    // It may have been heard of already, while the call that made it was under way.
    const made = this.madeByServer.find((step) => step.seq === seq);
    if (made === undefined) return;
    this.steps = afterStep(this.steps, made);
    this.report();
  }

  /** Where things are made known, as long as the page is open. */
  private get face(): Face | null {
    return this.ended.signal.aborted ? null : this.parts.face;
  }

  private async sendRest(): Promise<void> {
    this.refusal = null;
    while (!(await this.flush()) && this.refusal === null) await sleep(retryPause);
  }

  private readonly onOnline = () => void this.send();

  /** Whoever waits for an answer now may wait for long. */
  private readonly onOffline = () => this.hearing.abort();

  private readonly onHide = () => {
    this.commit();
    if (document.visibilityState === "hidden" && this.waiting.length > 0) void this.send();
  };

  private async begin(): Promise<void> {
    while (!(await this.sendLeftBehind())) {
      await sleep(retryPause);
      if (this.ended.signal.aborted) return;
    }
    const own = await this.parts.server.ownSteps();
    if (!("told" in own)) return;
    const here = this.steps;
    const before = stepsBackOf(own.told.filter(({ client }) => client !== this.client));
    this.steps = { undo: [...before.undo, ...here.undo], redo: here.undo.length > 0 ? here.redo : [...before.redo, ...here.redo] };
    this.report();
  }

  private async sendLeftBehind(): Promise<boolean> {
    if (!this.parts.editable) return true;
    const clients = await this.parts.outbox.all();
    for (const [client, steps] of clients) {
      if (client === this.client) continue;
      for (let sent = 0; sent < steps.length; sent += mostAtOnce) {
        const part = steps.slice(sent, sent + mostAtOnce);
        const answer = await this.parts.server.send(this.seq, client, part);
        if ("failure" in answer) {
          if (answer.failure.kind === "away") return false;
          break;
        }
        await this.parts.outbox.remove(client, part.map(({ number }) => number));
        this.take(answer.told);
      }
    }
    return true;
  }

  /** Makes a step of what was typed since the last one, up to a draft. */
  private commit(upTo = this.shown): void {
    clearTimeout(this.commitTimer);
    this.commitTimer = undefined;
    const { rules } = this.parts;
    const typed = ruled(upTo);
    // A title is never blank; while it is, the page keeps the one before.
    const title = typed.page["title"]?.trim() === "" ? (this.committed.page["title"] ?? "") : (typed.page["title"] ?? "");
    const wanted = { ...typed, page: { ...typed.page, title } };
    const operations = rules.difference(...changedParts(this.committed, wanted));
    if (operations.length === 0) return this.tellAway();
    const { draft, steps } = applied(rules, this.committed, [operations]);
    this.committed = copyWithStructuralSharing(wanted, draft) as EditDraft;
    const { key, at } = this.lastEdit;
    const last = this.waiting.at(-1);
    const { joinable } = this;
    const goesOn = joinable !== null && joinable.key === key && at - joinable.at < joinWindow;
    const inverses = steps[0]?.inverses ?? [];
    if (goesOn && last?.number === joinable.number && last.number > this.sendingUpTo) {
      last.operations = rules.join(last.operations, operations);
      const entry = this.steps.undo.at(-1);
      if (entry?.key === stepKey(this.client, last.number)) entry.inverses = [...inverses, ...entry.inverses];
      this.joinable = { ...joinable, at };
      this.keep(last);
    } else {
      this.lastNumber += 1;
      const step: Step = { number: this.lastNumber, kind: "edit", undoes: null, operations };
      this.waiting.push(step);
      this.steps = afterStep(this.steps, { ...step, client: this.client, inverses });
      this.joinable = key === null ? null : { key, number: step.number, at };
      this.keep(step);
    }
    this.report();
    this.sendSoon();
  }

  private stepBack(kind: "undo" | "redo"): void {
    this.commit();
    const { rules } = this.parts;
    for (let entry = this.steps[kind].at(-1); entry !== undefined; entry = this.steps[kind].at(-1)) {
      const { draft, steps } = applied(rules, this.committed, [entry.inverses]);
      const made = steps[0];
      if (made === undefined || made.operations.length === 0) {
        // What it changed has gone: the step before it is meant.
        this.steps = { ...this.steps, [kind]: this.steps[kind].slice(0, -1) };
        continue;
      }
      this.lastNumber += 1;
      const step: Step = { number: this.lastNumber, kind, undoes: entry.key, operations: made.operations };
      this.committed = draft;
      this.waiting.push(step);
      this.steps = afterStep(this.steps, { ...step, client: this.client, inverses: made.inverses });
      this.joinable = null;
      this.keep(step);
      this.show();
      this.sendSoon();
      return;
    }
    this.report();
  }

  private keep(step: Step): void {
    const copy = structuredClone(step);
    this.unwritten += 1;
    this.keeping = this.keeping
      .then(() => this.parts.outbox.put(this.client, copy))
      .catch(() => {
        this.keepsNothing = true;
      })
      .then(() => {
        this.unwritten -= 1;
        this.tellAway();
      });
  }

  /** While the server cannot be reached: whether closing the tab would lose what was typed. */
  private tellAway(): void {
    if (!this.away) return;
    const edits = ((): "none" | "typed" | "kept" | "unkept" => {
      if (this.commitTimer !== undefined || this.unwritten > 0) return "typed";
      if (this.waiting.length === 0) return "none";
      return this.keepsNothing || !this.parts.outbox.lasting ? "unkept" : "kept";
    })();
    this.setSaving({ kind: "offline", edits });
  }

  private forget(numbers: number[]): void {
    this.keeping = this.keeping.then(() => this.parts.outbox.remove(this.client, numbers)).catch(() => undefined);
  }

  private sendSoon(): void {
    if (this.away) this.tellAway();
    else this.setSaving({ kind: "saving" });
    this.sendTimer ??= setTimeout(() => void this.send(), sendPause);
  }

  /** Sends the steps that wait, one call at a time. */
  private send(): Promise<boolean> {
    clearTimeout(this.sendTimer);
    this.sendTimer = undefined;
    this.sending ??= this.sendOnce().finally(() => {
      this.sending = null;
      if (this.waiting.length > 0 && !this.away && this.refusal === null && !this.ended.signal.aborted) this.sendSoon();
    });
    return this.sending;
  }

  private async sendOnce(): Promise<boolean> {
    const steps = this.waiting.slice(0, mostAtOnce);
    const last = steps.at(-1);
    if (last === undefined) return true;
    this.sendingUpTo = last.number;
    const answer = await this.parts.server.send(this.seq, this.client, steps);
    if ("failure" in answer) {
      this.fail(answer.failure);
      return false;
    }
    this.away = false;
    this.refusal = null;
    this.take(answer.told, last.number);
    if (this.waiting.length > 0) this.setSaving({ kind: "saving" });
    else this.rest(answer.told.problems);
    return true;
  }

  private fail(failure: Failure): void {
    if (failure.kind === "away") {
      this.away = true;
      this.tellAway();
      if (!this.ended.signal.aborted) this.sendTimer ??= setTimeout(() => void this.send(), retryPause);
    } else {
      this.refusal = failure;
      this.setSaving(failure);
    }
  }

  /** Hears what others do, until the end. */
  private async listen(): Promise<void> {
    while (!this.ended.signal.aborted) {
      this.hearing = new AbortController();
      const { signal } = this.hearing;
      const answer = await this.parts.server.hear({ since: this.seq, client: this.client, ...this.known }, signal);
      if (this.ended.signal.aborted) return;
      if ("told" in answer) {
        this.take(answer.told);
        this.meet(answer.told.present);
        this.hearComments(answer.told.comments ?? "");
        if (this.away) this.isBack(answer.told.problems);
      } else {
        const failure: Failure = signal.aborted ? { kind: "away" } : answer.failure;
        this.fail(failure);
        if (failure.kind !== "away") return;
        // Who is there is news then: the next call is answered as soon as the server is there again.
        this.known.present = "";
        await sleep(retryPause);
      }
    }
  }

  /** The server answers again. */
  private isBack(problems: Told["problems"]): void {
    if (this.waiting.length > 0) return void this.send();
    this.away = false;
    this.rest(problems);
  }

  /** Nothing waits to be sent. */
  private rest(problems: Told["problems"]): void {
    this.setSaving(Object.keys(problems).length > 0 ? { kind: "flawed", errors: problems } : { kind: "idle" });
  }

  private meet(present: Told["present"]): void {
    this.known.present = present.map(({ client }) => client).join(",");
    const others = present.filter(({ client }) => client !== this.client);
    this.face?.people(others.map(({ client, name, isOwn }) => ({ client, name: name ?? "Somebody", isOwn })));
  }

  private hearComments(comments: string): void {
    const isNews = this.known.comments !== "" && this.known.comments !== comments;
    this.known.comments = comments;
    if (isNews) this.face?.commented();
  }

  /** Takes in what the server has told; steps up to `acknowledged` have arrived. */
  private take(told: Told, acknowledged = 0): void {
    this.commit();
    const news = told.steps.filter(({ seq }) => seq > this.seq);
    this.madeByServer = [...this.madeByServer, ...news.filter(({ client }) => client === "")].slice(-mostServerSteps);
    const arrived = news.filter(({ client }) => client === this.client).map(({ number }) => number);
    const done = this.waiting.filter(({ number }) => number <= acknowledged || arrived.includes(number));
    if (done.length > 0) {
      this.waiting = this.waiting.filter((step) => !done.includes(step));
      this.forget(done.map(({ number }) => number));
    }
    if (told.seq > this.seq) {
      this.confirmed =
        told.draft ?? applied(this.parts.rules, this.confirmed, news.map(({ operations }) => operations)).draft;
      this.seq = told.seq;
    }
    this.tell(news);
    this.show();
  }

  /** Shows the confirmed draft with the steps that are under way. */
  private show(): void {
    const { draft } = applied(this.parts.rules, this.confirmed, this.waiting.map(({ operations }) => operations));
    const blank = this.shown.title.trim() === "" ? { title: this.shown.title } : {};
    this.shown = copyWithStructuralSharing(this.shown, { ...unruled(draft), ...blank }) as Draft;
    this.committed = { ...draft, document: this.shown.document };
    this.report();
  }

  private report(): void {
    this.face?.synced({
      draft: this.shown,
      revision: this.seq,
      unsaved: this.waiting.length > 0,
      canUndo: this.steps.undo.length > 0,
      canRedo: this.steps.redo.length > 0,
    });
  }

  private setSaving(saving: Saving): void {
    this.face?.saving(saving);
  }

  private tell(news: ToldStep[]): void {
    const lastOther = news.filter(({ client }) => client !== this.client).at(-1)?.authorName ?? null;
    const notices = news.flatMap((step) =>
      step.remarks.flatMap((remark): Notice[] => {
        const own = step.client === this.client;
        if (!own && remark.kind !== "collided") return [];
        this.noticeCount += 1;
        const kind = !own ? "overwritten" : remark.kind === "collided" ? "overwrote" : "lost";
        return [{ id: this.noticeCount, kind, name: own ? lastOther : (step.authorName ?? null), remark }];
      }),
    );
    if (notices.length > 0) this.face?.notices(notices);
  }
}
