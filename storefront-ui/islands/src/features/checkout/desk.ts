import { failureText, isGone } from "@/shared/api/failure-text";
import type { Failure, Result } from "@/shared/api/send";
import type { BillingChoice, Cart, Checkout, Payment, SubmitAnswer } from "@/shared/api/types";
import { attemptKey, endAttempt, lastAttempt } from "./attempt-key";
import { fetchCheckout, sendBilling, sendGivingUp, sendSubmission } from "./calls";
import { describeChanges, describeLines } from "./cart-changes";
import { isAway, patiently } from "./patience";
import { readRefusal } from "./refusal";
import { nextStep, stepsOf, type StepName } from "./steps";
import { confirmationOf, lastConfirmation } from "./way-back";

/** Something the shopper is told above the steps. */
export interface Notice {
  kind: "info" | "warning" | "error";
  title: string;
  lines: string[];
  link?: { address: string; text: string };
  /** The payment it is about can be given up, so that another one can be chosen. */
  canGiveUp?: boolean;
}

/** The checkout as the page shows it. */
export type DeskState =
  | { phase: "loading" }
  | { phase: "failed"; text: string }
  | { phase: "empty" }
  | { phase: "leaving" }
  | {
      phase: "open";
      checkout: Checkout;
      step: StepName;
      /** A step was opened by the shopper, so the focus follows. */
      hasMoved: boolean;
      busy: boolean;
      notice: Notice | null;
      errors: Record<string, string>;
    };

export interface DeskTools {
  go: (address: string) => void;
  replace: (address: string) => void;
  money: (minorUnits: number, currency: string) => string;
  /** Tells the page's cart sign what the checkout learned. */
  cartSeen: (cart: Cart) => void;
  /** Waits between two questions about a payment. */
  wait: (milliseconds: number) => Promise<void>;
  /** Whether the shopper came by Back, Forward or Reload. */
  isReturning: () => boolean;
  /** Whether the address says that a payment was refused elsewhere. */
  wasDeclined: () => boolean;
  /** Whether the address says that the shopper gave a payment up elsewhere. */
  wasGivenUp: () => boolean;
}

const mostQuestions = 40;
const notCharged = "You were not charged twice.";
const nothingLost = "What you have entered is not lost.";
const awayTitle = "The shop cannot be reached at the moment.";
const declinedText = "Your payment was declined. Please try another one.";
const stepOfField: Readonly<Record<string, StepName>> = {
  email: "contact",
  shippingAddress: "address",
  collector: "address",
  shippingOption: "delivery",
  optionId: "delivery",
  billingAddress: "billing",
  details: "details",
  signIn: "contact",
};

/** Runs one checkout: loads it, takes its steps, and buys exactly once. */
export class CheckoutDesk {
  #state: DeskState = { phase: "loading" };
  readonly #listeners = new Set<() => void>();
  readonly #cartToken: string;
  readonly #tools: DeskTools;

  constructor(cartToken: string, tools: DeskTools) {
    this.#cartToken = cartToken;
    this.#tools = tools;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): DeskState => this.#state;

  /** Fetches the checkout and picks up what this tab left unfinished. */
  async load(): Promise<void> {
    this.#show({ phase: "loading" });
    if (this.#cartToken === "") return this.#showEmpty();
    const result = await fetchCheckout(this.#cartToken);
    if (!result.ok) {
      if (isGone(result.failure)) return this.#showEmpty();
      this.#show({ phase: "failed", text: failureText(result.failure) });
      return;
    }
    const checkout = result.data;
    const confirmation = confirmationOf(checkout);
    if (confirmation !== null) return this.#leave(confirmation, "replace");
    if (checkout.cart.entries.length === 0) return this.#showEmpty();
    if (this.#tools.wasGivenUp()) endAttempt(this.#cartToken);
    this.#open(checkout, this.#noticeOfReturn());
    if (checkout.order !== null) await this.#pickUp(checkout);
  }

  openStep(step: StepName): void {
    this.#change({ step, hasMoved: true, errors: {}, notice: null });
  }

  /** Sends a step; the next one opens when it is taken. */
  async takeStep(call: (cartToken: string) => Promise<Result<Checkout>>): Promise<void> {
    const before = this.#state;
    if (before.phase !== "open" || !this.#begin()) return;
    const result = await this.#patiently(() => call(this.#cartToken), nothingLost);
    if (!result.ok) return this.#refused(result.failure);
    const notice = this.#changedMeanwhile(before.checkout.cart, result.data.cart);
    this.#open(result.data, notice, notice === null);
  }

  /** What the shop changed of the lines while the shopper filled in a step; the totals follow from the step as well. */
  #changedMeanwhile(before: Cart, after: Cart): Notice | null {
    const lines = describeLines(before, after, (minorUnits) => this.#tools.money(minorUnits, after.currency));
    if (lines.length === 0) return null;
    return { kind: "warning", title: "Your cart has changed.", lines, link: { address: "/cart", text: "Change your cart" } };
  }

  /** Changes the codes; the open step stays. Answers what went wrong with the code, or null. */
  async changeCoupons(call: (cartToken: string) => Promise<Result<Checkout>>): Promise<string | null> {
    if (!this.#begin()) return null;
    const result = await call(this.#cartToken);
    if (result.ok) {
      this.#tools.cartSeen(result.data.cart);
      this.#change({ checkout: result.data, busy: false });
      return null;
    }
    if (readRefusal(result.failure).kind === "purchased") {
      await this.#refused(result.failure);
      return null;
    }
    this.#change({ busy: false });
    return failureText(result.failure);
  }

  /** Buys. Repeated calls while one is under way do nothing. */
  async buy(payment: Payment | null, billing: BillingChoice | null): Promise<void> {
    const before = this.#state;
    if (before.phase !== "open" || !this.#begin()) return;
    if (billing !== null) {
      const result = await this.#patiently(() => sendBilling(this.#cartToken, billing), notCharged);
      if (!result.ok) return this.#refused(result.failure);
      this.#change({ checkout: result.data });
    }
    const idempotencyKey = attemptKey(this.#cartToken);
    const expectedTotalCents = before.checkout.cart.grandTotalCents;
    const body = { idempotencyKey, expectedTotalCents, payment };
    // The key makes repetitions one attempt to pay.
    const result = await this.#patiently(() => sendSubmission(this.#cartToken, body), notCharged);
    if (result.ok) return this.#answered(result.data);
    // Without a clear answer the order may have been placed: the next click asks about the same attempt.
    const isClear = result.failure.kind === "refused" && result.failure.status < 500;
    if (isClear) endAttempt(this.#cartToken);
    return this.#refused(result.failure);
  }

  /** Gives up the payment that waits for the shopper, who chooses another way to pay or changes the cart. */
  async giveUp(): Promise<void> {
    if (!this.#begin()) return;
    const result = await this.#patiently(() => sendGivingUp(this.#cartToken), notCharged);
    if (!result.ok) return this.#refused(result.failure);
    endAttempt(this.#cartToken);
    const confirmation = confirmationOf(result.data);
    if (confirmation !== null) return this.#leave(confirmation, "replace");
    this.#open(result.data, givenUp());
  }

  #noticeOfReturn(): Notice | null {
    if (this.#tools.wasDeclined()) return declined(declinedText);
    return this.#tools.wasGivenUp() ? givenUp() : null;
  }

  /** An order stands there that is not paid: asks how the attempt of this tab went. */
  async #pickUp(checkout: Checkout): Promise<void> {
    const last = lastAttempt();
    const isOurs = last !== null && last.cartToken === this.#cartToken && last.key !== "";
    if (!isOurs) {
      const address = checkout.order?.redirectUrl ?? null;
      if (address !== null) this.#change({ notice: waitsForShopper(address) });
      return;
    }
    if (!this.#begin()) return;
    const result = await this.#patiently(() => this.#ask(checkout), notCharged);
    if (result.ok) return this.#answered(result.data, true);
    this.#change({ busy: false, notice: null });
  }

  /** Repeats a call by itself while the shop is away, and says so. */
  #patiently<Data>(call: () => Promise<Result<Data>>, reassurance: string): Promise<Result<Data>> {
    return patiently(call, this.#tools.wait, () => {
      this.#change({ notice: { kind: "warning", title: awayTitle, lines: [reassurance, "This page tries again by itself."] } });
      return this.#state.phase === "open";
    });
  }

  #ask(checkout: Checkout): Promise<Result<SubmitAnswer>> {
    const idempotencyKey = attemptKey(this.#cartToken);
    const expectedTotalCents = checkout.cart.grandTotalCents;
    // Without card data nothing new can be paid; the key alone asks about the attempt.
    return sendSubmission(this.#cartToken, { idempotencyKey, expectedTotalCents, payment: null });
  }

  async #answered(answer: SubmitAnswer, isReturning = false): Promise<void> {
    switch (answer.status) {
      case "paid":
      case "awaiting-transfer":
        endAttempt(this.#cartToken);
        return this.#leave(answer.redirectUrl ?? "/", isReturning ? "replace" : "go");
      case "action-required":
        if (answer.redirectUrl === null) return this.#stillPending();
        if (!isReturning) return this.#leave(answer.redirectUrl, "go");
        this.#change({ busy: false, notice: waitsForShopper(answer.redirectUrl) });
        return;
      case "declined":
        endAttempt(this.#cartToken);
        this.#change({ busy: false, notice: declined(answer.message ?? declinedText), step: "payment" });
        return;
      case "pending":
        return this.#waitForAnswer(answer.message);
    }
  }

  async #waitForAnswer(message: string | null): Promise<void> {
    const title = message ?? "Your payment is being processed.";
    this.#change({ notice: { kind: "info", title, lines: ["Please keep this page open."] } });
    for (let question = 0; question < mostQuestions; question += 1) {
      await this.#tools.wait(Math.min(1000 + question * 250, 5000));
      const state = this.#state;
      if (state.phase !== "open") return;
      const result = await this.#ask(state.checkout);
      if (result.ok && result.data.status !== "pending") return this.#answered(result.data);
    }
    this.#stillPending();
  }

  #stillPending(): void {
    const lines = ["Reload this page in a few minutes to see how it went. You will not be charged twice."];
    this.#change({ busy: false, notice: { kind: "info", title: "Your payment is still being processed.", lines } });
  }

  async #refused(failure: Failure): Promise<void> {
    const refusal = readRefusal(failure);
    switch (refusal.kind) {
      case "purchased":
        endAttempt(this.#cartToken);
        return this.#leave(refusal.redirectUrl, "replace");
      case "cart-changed":
        return this.#cartChanged(refusal.cart, failureText(failure));
      case "fields": {
        const { errors } = refusal;
        const step = this.#stepOf(Object.keys(errors));
        this.#change({ busy: false, errors, ...(step === undefined ? {} : { step }) });
        return;
      }
      case "other":
        this.#change({ busy: false, notice: isAway(failure) ? stillAway() : didNotWork(failure) });
        if (failure.kind === "refused" && failure.status === 409) await this.#offerOpenPayment();
    }
  }

  /** A payment is under way elsewhere: leads there when it waits for the shopper. */
  async #offerOpenPayment(): Promise<void> {
    const result = await fetchCheckout(this.#cartToken);
    const address = result.ok ? (result.data.order?.redirectUrl ?? null) : null;
    if (address !== null) this.#change({ notice: waitsForShopper(address) });
  }

  async #cartChanged(cart: Cart, message: string): Promise<void> {
    const state = this.#state;
    if (state.phase !== "open") return;
    const money = (minorUnits: number): string => this.#tools.money(minorUnits, cart.currency);
    const lines = describeChanges(state.checkout.cart, cart, money);
    const link = { address: "/cart", text: "Change your cart" };
    const notice: Notice = { kind: "warning", title: message, lines, link };
    const fresh = await fetchCheckout(this.#cartToken);
    if (cart.entries.length === 0) return this.#showEmpty();
    this.#open(fresh.ok ? fresh.data : { ...state.checkout, cart }, notice);
  }

  /** Nothing to buy here; who comes back from a purchase is led to its confirmation. */
  async #showEmpty(): Promise<void> {
    const confirmation = this.#tools.isReturning() ? await lastConfirmation() : null;
    if (confirmation !== null) return this.#leave(confirmation, "replace");
    this.#show({ phase: "empty" });
  }

  #open(checkout: Checkout, notice: Notice | null, hasMoved = false): void {
    this.#tools.cartSeen(checkout.cart);
    const step = nextStep(checkout);
    this.#show({ phase: "open", checkout, step, hasMoved, busy: false, notice, errors: {} });
  }

  /** The step of this checkout that asks for one of some fields: the bill of a parcel is asked about where it is paid. */
  #stepOf(fields: string[]): StepName | undefined {
    const steps = this.#state.phase === "open" ? stepsOf(this.#state.checkout) : [];
    return fields.map((field) => stepOfField[field]).find((step) => step !== undefined && steps.includes(step));
  }

  #leave(address: string, how: "go" | "replace"): void {
    this.#show({ phase: "leaving" });
    this.#tools[how](address);
  }

  #begin(): boolean {
    if (this.#state.phase !== "open" || this.#state.busy) return false;
    this.#change({ busy: true, notice: null, errors: {} });
    return true;
  }

  #change(part: Partial<Omit<Extract<DeskState, { phase: "open" }>, "phase">>): void {
    if (this.#state.phase === "open") this.#show({ ...this.#state, ...part });
  }

  #show(state: DeskState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

function didNotWork(failure: Failure): Notice {
  return { kind: "error", title: "That did not work.", lines: [failureText(failure)] };
}

function stillAway(): Notice {
  return { kind: "error", title: awayTitle, lines: [`${notCharged} Please try again in a few minutes.`] };
}

function declined(text: string): Notice {
  return { kind: "error", title: "Payment declined", lines: [text] };
}

function givenUp(): Notice {
  const lines = ["Choose how you want to pay, or change your cart."];
  return { kind: "info", title: "The payment was canceled", lines, link: { address: "/cart", text: "Change your cart" } };
}

function waitsForShopper(address: string): Notice {
  const lines = ["Your bank asks you to confirm this payment."];
  const link = { address, text: "Continue to payment" };
  return { kind: "info", title: "A payment is waiting for you", lines, link, canGiveUp: true };
}
