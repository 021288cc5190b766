import { copyWithStructuralSharing } from "@reduxjs/toolkit/query";
import { newId } from "../document/ids";
import type { Draft, Notice, Saving } from "../slice";
import type { DraftChange, RuledDraft, Rules } from "@/shared/document-rules/rules";
import { quietTime, type AtWork } from "./at-work";
import type { Face, Failure, Server, Told, ToldStep } from "./exchange";
import { StepsLeftBehind } from "./left-behind";
import { noticesOf } from "./notices";
import type { Outbox, Step } from "./outbox";
import { applied, changedParts, ruled, unruled, type EditDraft } from "./ruled-draft";
import { afterStep, aroundStep, stepKey, stepsBackOf, type StepsBack } from "./steps-back";

interface Parts {
  rules: Rules;
  server: Server;
  outbox: Outbox;
  atWork: AtWork;
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
  /** The steps in the browser's store; the first is written when other tabs know that they are not theirs to send. */
  private keeping: Promise<void> = Promise.resolve();
  private endOfWork: () => void = () => undefined;
  private readonly leftBehind: StepsLeftBehind;
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
  /** Whether the server has refused to tell what happens. */
  private isDeaf = false;

  constructor(parts: Parts) {
    this.parts = parts;
    this.confirmed = ruled(parts.draft);
    this.committed = this.confirmed;
    this.shown = parts.draft;
    this.seq = parts.revision;
    this.leftBehind = new StepsLeftBehind({
      client: this.client,
      outbox: parts.outbox,
      atWork: parts.atWork,
      send: (client, steps) => this.sendFor(client, steps),
      tell: (refused) => this.face?.leftBehind(refused),
    });
  }

  /** Begins to exchange: first what tabs left behind that were closed too early, then one's own. */
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

  /** Asks once more what the server has refused, be it to take steps or to tell of them. */
  async tryAgain(): Promise<boolean> {
    if (this.isDeaf) this.hearAgain();
    return this.flush();
  }

  /** Sends once more what tabs left behind and the server did not take. */
  retryLeftBehind(): Promise<void> {
    return this.leftBehind.retry();
  }

  /** Gives up what a tab left behind. */
  dropLeftBehind(client: string): Promise<void> {
    return this.leftBehind.drop(client);
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

  /** The page before and after the step that would be taken back, or made again, next. */
  nextStep(kind: keyof StepsBack): { before: EditDraft; after: EditDraft } {
    return aroundStep(this.parts.rules, this.committed, this.steps, kind);
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
    await this.keeping;
    this.endOfWork();
  }

  private readonly onOnline = () => void this.send();

  /** Whoever waits for an answer now may wait for long. */
  private readonly onOffline = () => this.hearing.abort();

  private readonly onHide = () => {
    this.commit();
    if (document.visibilityState === "hidden" && this.waiting.length > 0) void this.send();
  };

  private async begin(): Promise<void> {
    let knowsOwnSteps = false;
    while (!this.ended.signal.aborted) {
      const sent = this.parts.editable ? await this.leftBehind.send() : "all";
      if (sent !== "away" && !knowsOwnSteps) {
        await this.learnOwnSteps();
        knowsOwnSteps = true;
      }
      if (sent === "all") return;
      await sleep(sent === "away" ? retryPause : quietTime);
    }
  }

  private async learnOwnSteps(): Promise<void> {
    const own = await this.parts.server.ownSteps();
    if (!("told" in own)) return;
    const here = this.steps;
    const before = stepsBackOf(own.told.filter(({ client }) => client !== this.client));
    this.steps = { undo: [...before.undo, ...here.undo], redo: here.undo.length > 0 ? here.redo : [...before.redo, ...here.redo] };
    this.report();
  }

  private async sendFor(client: string, steps: Step[]): Promise<Failure | null> {
    const answer = await this.parts.server.send(this.seq, client, steps);
    if ("failure" in answer) return answer.failure;
    this.take(answer.told);
    return null;
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
    for (let entry = this.steps[kind].at(-1); entry !== undefined; entry = this.steps[kind].at(-1)) {
      const { draft, steps: [made] } = applied(this.parts.rules, this.committed, [entry.inverses]);
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
    // It takes steps: it may tell of them again, too.
    if (this.isDeaf) this.hearAgain();
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
        if (this.away || (this.refusal !== null && this.waiting.length === 0)) this.isBack(answer.told.problems);
      } else {
        const failure: Failure = signal.aborted ? { kind: "away" } : answer.failure;
        this.fail(failure);
        if (failure.kind !== "away") {
          this.isDeaf = true;
          return;
        }
        // Who is there is news then: the next call is answered as soon as the server is there again.
        this.known.present = "";
        await sleep(retryPause);
      }
    }
  }

  /** Listens again after a refusal; the first call is answered at once, for who is there is news. */
  private hearAgain(): void {
    if (this.ended.signal.aborted) return;
    this.isDeaf = false;
    this.known.present = "";
    void this.listen();
  }

  /** The server answers again. */
  private isBack(problems: Told["problems"]): void {
    if (this.waiting.length > 0) return void this.send();
    this.away = false;
    this.refusal = null;
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
    if (told.seq <= this.seq && !this.waiting.some(({ number }) => number <= acknowledged)) return;
    this.commit();
    const news = told.steps.filter(({ seq }) => seq > this.seq);
    this.madeByServer = [...this.madeByServer, ...news.filter(({ client }) => client === "")].slice(-mostServerSteps);
    const arrived = news.filter(({ client }) => client === this.client).map(({ number }) => number);
    const done = this.waiting.filter(({ number }) => number <= acknowledged || arrived.includes(number));
    if (done.length > 0) {
      this.waiting = this.waiting.filter((step) => !done.includes(step));
      this.forget(done.map(({ number }) => number));
    }
    const made = news.map(({ operations }) => operations);
    if (told.seq > this.seq) this.confirmed = told.draft ?? applied(this.parts.rules, this.confirmed, made).draft;
    this.seq = Math.max(this.seq, told.seq);
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
    const notices = noticesOf(news, this.client).map((notice): Notice => ({ id: (this.noticeCount += 1), ...notice }));
    if (notices.length > 0) this.face?.notices(notices);
  }
}
