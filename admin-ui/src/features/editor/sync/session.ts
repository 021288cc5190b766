import { t } from "@lingui/core/macro";
import { copyWithStructuralSharing } from "@reduxjs/toolkit/query";
import { newId } from "../document/ids";
import type { Draft, Notice, Saving } from "../slice";
import type { DraftChange, RuledDraft } from "@/shared/document-rules/rules";
import { staleAfter } from "./running-editors";
import type { Failure, LogState, LoggedStep, SessionCallbacks, SessionDeps } from "./exchange";
import { OrphanedSteps } from "./orphaned-steps";
import { noticesOf } from "./notices";
import { commitPause, sendPause, joinWindow, retryPause, maxBatch, maxServerSteps } from "./pauses";
import type { Step } from "./outbox";
import { applySteps, changedParts, toEditDraft, fromEditDraft, type EditDraft } from "./edit-draft";
import { stacksAfterStep, draftsAroundStep, stepKey, undoStacksOf, type UndoStacks } from "./undo-stacks";

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * Synchronises an open page with the server. Edits become steps; each is stored in the browser until the server has
 * acknowledged it. Local pending steps are rebased onto the steps of others, by the same rules as on the server.
 */
export class Session {
  readonly client = `${newId()}${newId()}`;
  private readonly parts: SessionDeps;
  /** The draft that the server has confirmed, and its revision. */
  private confirmed: EditDraft;
  private seq: number;
  /** Steps that the server has not acknowledged. */
  private waiting: Step[] = [];
  /** The confirmed draft with all pending steps. */
  private committed: EditDraft;
  /** The draft on the screen, including uncommitted typing. */
  private shown: Draft;
  private lastNumber = 0;
  /** The step that further typing in the same setting is merged into. */
  private joinable: { key: string; number: number; at: number } | null = null;
  private lastEdit: { key: string | null; at: number } = { key: null, at: 0 };
  private steps: UndoStacks = { undo: [], redo: [] };
  /** The last steps that the server made itself. */
  private madeByServer: LoggedStep[] = [];
  private sending: Promise<boolean> | null = null;
  private sendingUpTo = 0;
  /**
   * Pending writes to the browser's store; the first write waits until other tabs know that this session is running.
   */
  private keeping: Promise<void> = Promise.resolve();
  private endOfWork: () => void = () => undefined;
  private readonly orphanedEdits: OrphanedSteps;
  /** Number of steps being written to the browser's store. */
  private unwritten = 0;
  private keepsNothing = false;
  private commitTimer: ReturnType<typeof setTimeout> | undefined;
  private sendTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly ended = new AbortController();
  /** Aborts the running long poll. */
  private polling = new AbortController();
  private known = { present: "", comments: "" };
  private noticeCount = 0;
  private away = false;
  private refusal: Failure | null = null;
  /** Whether the server has refused the long poll. */
  private pollRefused = false;

  constructor(parts: SessionDeps) {
    this.parts = parts;
    this.confirmed = toEditDraft(parts.draft);
    this.committed = this.confirmed;
    this.shown = parts.draft;
    this.seq = parts.revision;
    this.orphanedEdits = new OrphanedSteps({
      client: this.client,
      outbox: parts.outbox,
      atWork: parts.atWork,
      send: (client, steps) => this.sendFor(client, steps),
      tell: (refused) => this.face?.orphanedEdits(refused),
    });
  }

  /** Starts the sync: first the steps of tabs that closed too early, then its own. */
  start(): void {
    window.addEventListener("online", this.onOnline);
    window.addEventListener("offline", this.onOffline);
    window.addEventListener("pagehide", this.onHide);
    document.addEventListener("visibilitychange", this.onHide);
    const { known, end } = this.parts.atWork.begin(this.client);
    this.keeping = known;
    this.endOfWork = end;
    void this.listen();
    void this.begin();
  }

  /**
   * Ends the sync: no more callbacks, since another page may be open by then. Unacknowledged steps are still sent, and
   * stay stored until the server has them.
   */
  close(): void {
    this.commit();
    this.ended.abort();
    void this.sendRest();
    this.polling.abort();
    clearTimeout(this.commitTimer);
    clearTimeout(this.sendTimer);
    window.removeEventListener("online", this.onOnline);
    window.removeEventListener("offline", this.onOffline);
    window.removeEventListener("pagehide", this.onHide);
    document.removeEventListener("visibilitychange", this.onHide);
  }

  /** Accepts an edit; edits with the same key in quick succession form one step. */
  edited(draft: Draft, key: string | null, at: number): void {
    if (draft === this.shown) return;
    const before = this.shown;
    this.shown = draft;
    // A step ends when another setting is edited.
    if (key === null || key !== this.lastEdit.key) this.commit(before);
    this.lastEdit = { key, at };
    this.commitTimer ??= setTimeout(() => this.commit(), commitPause);
    this.reportOffline();
  }

  undo(): void {
    this.stepBack("undo");
  }

  redo(): void {
    this.stepBack("redo");
  }

  /** Sends everything at once; resolves to whether the server has everything then. */
  async flush(): Promise<boolean> {
    this.commit();
    while (this.waiting.length > 0) if (!(await this.send())) return false;
    return true;
  }

  /** Retries after the server has refused steps or the long poll. */
  async tryAgain(): Promise<boolean> {
    if (this.pollRefused) this.restartPolling();
    return this.flush();
  }

  /** Sends the refused steps of closed tabs again. */
  retryOrphaned(): Promise<void> {
    return this.orphanedEdits.retry();
  }

  /** Discards the steps of a closed tab. */
  dropOrphaned(client: string): Promise<void> {
    return this.orphanedEdits.drop(client);
  }

  /** Discards refused steps, and shows the server's draft. */
  async drop(): Promise<void> {
    const numbers = this.waiting.map(({ number }) => number);
    this.waiting = [];
    this.steps = { undo: [], redo: [] };
    await this.parts.outbox.remove(this.client, numbers);
    this.show();
    this.setSaving({ kind: "idle" });
  }

  /** The changes between two drafts. */
  compare(before: RuledDraft, after: RuledDraft): DraftChange[] {
    return this.parts.rules.compare(before, after);
  }

  /** The page before and after the next step to undo or redo. */
  nextStep(kind: keyof UndoStacks): { before: EditDraft; after: EditDraft } {
    return draftsAroundStep(this.parts.rules, this.committed, this.steps, kind);
  }

  /** Adds a step that the server made for this user, such as a restored version, to the undo stack. */
  async addServerStep(seq: number): Promise<void> {
    if (this.seq < seq) {
      const answer = await this.parts.server.send(this.seq, this.client, []);
      if ("told" in answer) this.take(answer.told);
    }
    // The long poll may have reported it already, while the request that made it was pending.
    const made = this.madeByServer.find((step) => step.seq === seq);
    if (made === undefined) return;
    this.steps = stacksAfterStep(this.steps, made);
    this.report();
  }

  /** The callbacks, as long as the page is open. */
  private get face(): SessionCallbacks | null {
    return this.ended.signal.aborted ? null : this.parts.face;
  }

  private async sendRest(): Promise<void> {
    this.refusal = null;
    while (!(await this.flush()) && this.refusal === null) await sleep(retryPause);
    await this.keeping;
    this.endOfWork();
  }

  private readonly onOnline = () => void this.send();

  /** A pending response may never arrive. */
  private readonly onOffline = () => this.polling.abort();

  private readonly onHide = () => {
    this.commit();
    if (document.visibilityState === "hidden" && this.waiting.length > 0) void this.send();
  };

  private async begin(): Promise<void> {
    let knowsOwnSteps = false;
    while (!this.ended.signal.aborted) {
      const sent = this.parts.editable ? await this.orphanedEdits.send() : "all";
      if (sent !== "away" && !knowsOwnSteps) {
        await this.learnOwnSteps();
        knowsOwnSteps = true;
      }
      if (sent === "all") return;
      await sleep(sent === "away" ? retryPause : staleAfter);
    }
  }

  private async learnOwnSteps(): Promise<void> {
    const own = await this.parts.server.ownSteps();
    if (!("told" in own)) return;
    const here = this.steps;
    const before = undoStacksOf(own.told.filter(({ client }) => client !== this.client));
    this.steps = {
      undo: [...before.undo, ...here.undo],
      redo: here.undo.length > 0 ? here.redo : [...before.redo, ...here.redo],
    };
    this.report();
  }

  private async sendFor(client: string, steps: Step[]): Promise<Failure | null> {
    const answer = await this.parts.server.send(this.seq, client, steps);
    if ("failure" in answer) return answer.failure;
    this.take(answer.told);
    return null;
  }

  /** Makes a step of the edits since the last one, up to a draft. */
  private commit(upTo = this.shown): void {
    clearTimeout(this.commitTimer);
    this.commitTimer = undefined;
    const { rules } = this.parts;
    const typed = toEditDraft(upTo);
    // A title must not be blank; while it is, the previous one is kept.
    const title =
      typed.page["title"]?.trim() === "" ? (this.committed.page["title"] ?? "") : (typed.page["title"] ?? "");
    const wanted = { ...typed, page: { ...typed.page, title } };
    const operations = rules.difference(...changedParts(this.committed, wanted));
    if (operations.length === 0) return this.reportOffline();
    const { draft, steps } = applySteps(rules, this.committed, [operations]);
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
      this.steps = stacksAfterStep(this.steps, { ...step, client: this.client, inverses });
      this.joinable = key === null ? null : { key, number: step.number, at };
      this.keep(step);
    }
    this.report();
    this.sendSoon();
  }

  private stepBack(kind: "undo" | "redo"): void {
    this.commit();
    for (let entry = this.steps[kind].at(-1); entry !== undefined; entry = this.steps[kind].at(-1)) {
      const {
        draft,
        steps: [made],
      } = applySteps(this.parts.rules, this.committed, [entry.inverses]);
      if (made === undefined || made.operations.length === 0) {
        // Its target no longer exists: use the step before it.
        this.steps = { ...this.steps, [kind]: this.steps[kind].slice(0, -1) };
        continue;
      }
      this.lastNumber += 1;
      const step: Step = { number: this.lastNumber, kind, undoes: entry.key, operations: made.operations };
      this.committed = draft;
      this.waiting.push(step);
      this.steps = stacksAfterStep(this.steps, { ...step, client: this.client, inverses: made.inverses });
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
        this.reportOffline();
      });
  }

  /** While the server is unreachable: reports whether closing the tab would lose edits. */
  private reportOffline(): void {
    if (!this.away) return;
    const edits = ((): "none" | "typed" | "kept" | "unkept" => {
      if (this.commitTimer !== undefined || this.unwritten > 0) return "typed";
      if (this.waiting.length === 0) return "none";
      return this.keepsNothing || !this.parts.outbox.isPersistent ? "unkept" : "kept";
    })();
    this.setSaving({ kind: "offline", edits });
  }

  private forget(numbers: number[]): void {
    this.keeping = this.keeping.then(() => this.parts.outbox.remove(this.client, numbers)).catch(() => undefined);
  }

  private sendSoon(): void {
    if (this.away) this.reportOffline();
    else this.setSaving({ kind: "saving" });
    this.sendTimer ??= setTimeout(() => void this.send(), sendPause);
  }

  /** Sends the pending steps, one request at a time. */
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
    const steps = this.waiting.slice(0, maxBatch);
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
    // The server accepts steps: try the long poll again, too.
    if (this.pollRefused) this.restartPolling();
    return true;
  }

  private fail(failure: Failure): void {
    if (failure.kind === "away") {
      this.away = true;
      this.reportOffline();
      if (!this.ended.signal.aborted) this.sendTimer ??= setTimeout(() => void this.send(), retryPause);
    } else {
      this.refusal = failure;
      this.setSaving(failure);
    }
  }

  /** Long-polls for the steps of others, until the session ends. */
  private async listen(): Promise<void> {
    while (!this.ended.signal.aborted) {
      this.polling = new AbortController();
      const { signal } = this.polling;
      const answer = await this.parts.server.poll({ since: this.seq, client: this.client, ...this.known }, signal);
      if (this.ended.signal.aborted) return;
      if ("told" in answer) {
        this.take(answer.told);
        this.meet(answer.told.present);
        this.hearComments(answer.told.comments ?? "");
        if (this.away || (this.refusal !== null && this.waiting.length === 0)) this.isBack(answer.told.problems);
      } else {
        const failure: Failure = signal.aborted ? { kind: "away" } : answer.failure;
        this.fail(failure);
        if (failure.kind !== "away") {
          this.pollRefused = true;
          return;
        }
        // Makes the list of people count as changed: the next request returns as soon as the server is reachable.
        this.known.present = "";
        await sleep(retryPause);
      }
    }
  }

  /**
   * Restarts the long poll after a refusal; the first request returns at once, since the list of people counts as
   * changed.
   */
  private restartPolling(): void {
    if (this.ended.signal.aborted) return;
    this.pollRefused = false;
    this.known.present = "";
    void this.listen();
  }

  /** The server is reachable again. */
  private isBack(problems: LogState["problems"]): void {
    if (this.waiting.length > 0) return void this.send();
    this.away = false;
    this.refusal = null;
    this.rest(problems);
  }

  /** Nothing is pending. */
  private rest(problems: LogState["problems"]): void {
    this.setSaving(Object.keys(problems).length > 0 ? { kind: "flawed", errors: problems } : { kind: "idle" });
  }

  private meet(present: LogState["present"]): void {
    this.known.present = present.map(({ client }) => client).join(",");
    const others = present.filter(({ client }) => client !== this.client);
    this.face?.people(others.map(({ client, name, isOwn }) => ({ client, name: name ?? t`Someone`, isOwn })));
  }

  private hearComments(comments: string): void {
    const isNews = this.known.comments !== "" && this.known.comments !== comments;
    this.known.comments = comments;
    if (isNews) this.face?.commented();
  }

  /** Applies a response of the server; steps up to `acknowledged` have arrived. */
  private take(told: LogState, acknowledged = 0): void {
    if (told.seq <= this.seq && !this.waiting.some(({ number }) => number <= acknowledged)) return;
    this.commit();
    const news = told.steps.filter(({ seq }) => seq > this.seq);
    this.madeByServer = [...this.madeByServer, ...news.filter(({ client }) => client === "")].slice(-maxServerSteps);
    const arrived = news.filter(({ client }) => client === this.client).map(({ number }) => number);
    const done = this.waiting.filter(({ number }) => number <= acknowledged || arrived.includes(number));
    if (done.length > 0) {
      this.waiting = this.waiting.filter((step) => !done.includes(step));
      this.forget(done.map(({ number }) => number));
    }
    const made = news.map(({ operations }) => operations);
    if (told.seq > this.seq) this.confirmed = told.draft ?? applySteps(this.parts.rules, this.confirmed, made).draft;
    this.seq = Math.max(this.seq, told.seq);
    this.tell(news);
    this.show();
  }

  /** Shows the confirmed draft with the pending steps applied. */
  private show(): void {
    const { draft } = applySteps(
      this.parts.rules,
      this.confirmed,
      this.waiting.map(({ operations }) => operations),
    );
    const blank = this.shown.title.trim() === "" ? { title: this.shown.title } : {};
    this.shown = copyWithStructuralSharing(this.shown, { ...fromEditDraft(draft), ...blank }) as Draft;
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

  private tell(news: LoggedStep[]): void {
    const notices = noticesOf(news, this.client).map((notice): Notice => ({ id: (this.noticeCount += 1), ...notice }));
    if (notices.length > 0) this.face?.notices(notices);
  }
}
