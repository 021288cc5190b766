import { failureText } from "@/shared/api/failure-text";
import { isGone, type Failure, type Result } from "@/shared/api/send";
import type { BillingChoice, Cart, Checkout, Payment, SubmitAnswer } from "@/shared/api/types";
import { textOf } from "@/shared/text/messages";
import { attemptKey, endAttempt, lastAttempt } from "./attempt-key";
import { fetchCheckout, sendBilling, sendPaymentCancellation, sendSubmission } from "./api";
import { describeChanges, describeLines } from "./cart-changes";
import { isUnavailable, withRetry } from "./retry";
import { readRefusal } from "./refusal";
import { nextStep, stepsOf, type StepName } from "./steps";
import { confirmationOf, lastConfirmation } from "./confirmation-redirect";

/** A message above the steps. */
export interface Notice {
  kind: "info" | "warning" | "error";
  title: string;
  lines: string[];
  link?: { address: string; text: string };
  /** The payment it is about can be cancelled, so that another one can be chosen. */
  canGiveUp?: boolean;
}

/** State of the checkout page. */
export type CheckoutState =
  | { phase: "loading" }
  | { phase: "failed"; text: string }
  | { phase: "empty" }
  | { phase: "leaving" }
  | {
      phase: "open";
      checkout: Checkout;
      step: StepName;
      /** The customer opened a step, so the focus follows. */
      hasMoved: boolean;
      busy: boolean;
      notice: Notice | null;
      errors: Record<string, string>;
    };

export interface CheckoutDeps {
  go: (address: string) => void;
  replace: (address: string) => void;
  money: (minorUnits: number, currency: string) => string;
  /** Updates the page's cart with what the checkout returned. */
  cartSeen: (cart: Cart) => void;
  /** Waits between two status requests for a payment. */
  wait: (milliseconds: number) => Promise<void>;
  /** Whether the customer came by Back, Forward or Reload. */
  isReturning: () => boolean;
  /** Whether the URL says that a payment was declined on the provider's page. */
  wasDeclined: () => boolean;
  /** Whether the URL says that the customer cancelled a payment on the provider's page. */
  wasGivenUp: () => boolean;
}

/** Most status requests for a payment: about three minutes. */
const maxStatusRequests = 40;
const notCharged = textOf("checkout.notCharged");
const nothingLost = textOf("checkout.nothingLost");
const awayTitle = textOf("checkout.awayTitle");
const declinedText = textOf("checkout.declined");
const stepOfField: Readonly<Record<string, StepName>> = {
  email: "contact",
  shippingAddress: "address",
  collector: "address",
  shippingOption: "delivery",
  optionId: "delivery",
  billingAddress: "billing",
  details: "details",
  answers: "details",
  signIn: "contact",
};

/** Controls one checkout: loads it, completes its steps, and buys exactly once. */
export class CheckoutController {
  #state: CheckoutState = { phase: "loading" };
  readonly #listeners = new Set<() => void>();
  readonly #cartToken: string;
  readonly #tools: CheckoutDeps;

  constructor(cartToken: string, tools: CheckoutDeps) {
    this.#cartToken = cartToken;
    this.#tools = tools;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): CheckoutState => this.#state;

  /** Loads the checkout and resumes what this tab left unfinished. */
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

  /** Submits a step; the next one opens if it is accepted. */
  async takeStep(call: (cartToken: string) => Promise<Result<Checkout>>): Promise<void> {
    const before = this.#state;
    if (before.phase !== "open" || !this.#begin()) return;
    const result = await this.#patiently(() => call(this.#cartToken), nothingLost);
    if (!result.ok) return this.#refused(result.failure);
    const notice = this.#changedMeanwhile(before.checkout.cart, result.data.cart);
    this.#open(result.data, notice, notice === null);
  }

  /**
   * Describes lines that the shop changed while the customer filled in a step; the totals also depend on the step
   * itself.
   */
  #changedMeanwhile(before: Cart, after: Cart): Notice | null {
    const lines = describeLines(before, after, (minorUnits) => this.#tools.money(minorUnits, after.currency));
    if (lines.length === 0) return null;
    return {
      kind: "warning",
      title: textOf("checkout.changedTitle"),
      lines,
      link: { address: "/cart", text: textOf("checkout.changeCart") },
    };
  }

  /**
   * Changes the coupons, after a pending step; the open step stays. Resolves to an error message about the code, or
   * null.
   */
  async changeCoupons(call: (cartToken: string) => Promise<Result<Checkout>>): Promise<string | null> {
    const hasWaited = await this.#idle();
    if (!this.#begin(hasWaited)) return null;
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

  /** Submits the order. Calls while one is pending do nothing. */
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
    // The key makes retries one payment attempt.
    const result = await this.#patiently(() => sendSubmission(this.#cartToken, body), notCharged);
    if (result.ok) return this.#answered(result.data);
    // Without a definite response the order may have been placed: the next click repeats the same attempt.
    const isClear = result.failure.kind === "refused" && result.failure.status < 500;
    if (isClear) endAttempt(this.#cartToken);
    return this.#refused(result.failure);
  }

  /** Cancels the payment that waits for the customer, who then chooses another method or changes the cart. */
  async giveUp(): Promise<void> {
    if (!this.#begin()) return;
    const result = await this.#patiently(() => sendPaymentCancellation(this.#cartToken), notCharged);
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

  /** There is an unpaid order: asks for the outcome of this tab's attempt. */
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

  /** Retries a request while the shop is unavailable, and shows a message. */
  #patiently<Data>(call: () => Promise<Result<Data>>, reassurance: string): Promise<Result<Data>> {
    return withRetry(call, this.#tools.wait, () => {
      this.#change({
        notice: { kind: "warning", title: awayTitle, lines: [reassurance, textOf("checkout.retries")] },
      });
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
    const title = message ?? textOf("checkout.processing");
    this.#change({ notice: { kind: "info", title, lines: [textOf("checkout.keepOpen")] } });
    for (let request = 0; request < maxStatusRequests; request += 1) {
      await this.#tools.wait(Math.min(1000 + request * 250, 5000));
      const state = this.#state;
      if (state.phase !== "open") return;
      const result = await this.#ask(state.checkout);
      if (result.ok && result.data.status !== "pending") return this.#answered(result.data);
    }
    this.#stillPending();
  }

  #stillPending(): void {
    const lines = [textOf("checkout.reloadLater")];
    this.#change({ busy: false, notice: { kind: "info", title: textOf("checkout.stillProcessing"), lines } });
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
        this.#change({ busy: false, notice: isUnavailable(failure) ? stillAway() : didNotWork(failure) });
        if (failure.kind === "refused" && failure.status === 409) await this.#offerOpenPayment();
    }
  }

  /** A payment is pending elsewhere: links to it if it waits for the customer. */
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
    const link = { address: "/cart", text: textOf("checkout.changeCart") };
    const notice: Notice = { kind: "warning", title: message, lines, link };
    const fresh = await fetchCheckout(this.#cartToken);
    if (cart.entries.length === 0) return this.#showEmpty();
    this.#open(fresh.ok ? fresh.data : { ...state.checkout, cart }, notice);
  }

  /** The cart is empty; a customer coming back from a purchase is redirected to its confirmation. */
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

  /** The step with one of these fields, such as `answers.gift`: the billing address of a shipped order is part of payment. */
  #stepOf(fields: string[]): StepName | undefined {
    const steps = this.#state.phase === "open" ? stepsOf(this.#state.checkout) : [];
    const names = fields.map((field) => field.replace(/\..*/u, ""));
    return names.map((name) => stepOfField[name]).find((step) => step !== undefined && steps.includes(step));
  }

  #leave(address: string, how: "go" | "replace"): void {
    this.#show({ phase: "leaving" });
    this.#tools[how](address);
  }

  /** `keepsMessages`: what the request before has just said stays. */
  #begin(keepsMessages = false): boolean {
    if (this.#state.phase !== "open" || this.#state.busy) return false;
    this.#change(keepsMessages ? { busy: true } : { busy: true, notice: null, errors: {} });
    return true;
  }

  /** Resolves when no request is pending, to whether one was. */
  #idle(): Promise<boolean> {
    const isBusy = (): boolean => this.#state.phase === "open" && this.#state.busy;
    if (!isBusy()) return Promise.resolve(false);
    return new Promise((resolve) => {
      const look = (): void => {
        if (isBusy()) return;
        this.#listeners.delete(look);
        resolve(true);
      };
      this.#listeners.add(look);
    });
  }

  #change(part: Partial<Omit<Extract<CheckoutState, { phase: "open" }>, "phase">>): void {
    if (this.#state.phase === "open") this.#show({ ...this.#state, ...part });
  }

  #show(state: CheckoutState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

function didNotWork(failure: Failure): Notice {
  return { kind: "error", title: textOf("checkout.somethingWrong"), lines: [failureText(failure)] };
}

function stillAway(): Notice {
  return { kind: "error", title: awayTitle, lines: [textOf("checkout.stillAway")] };
}

function declined(text: string): Notice {
  return { kind: "error", title: textOf("checkout.declinedTitle"), lines: [text] };
}

function givenUp(): Notice {
  const lines = [textOf("checkout.canceled")];
  return {
    kind: "info",
    title: textOf("checkout.canceledTitle"),
    lines,
    link: { address: "/cart", text: textOf("checkout.changeCart") },
  };
}

function waitsForShopper(address: string): Notice {
  const lines = [textOf("checkout.bankAsks")];
  const link = { address, text: textOf("checkout.continueToPayment") };
  return { kind: "info", title: textOf("checkout.confirmTitle"), lines, link, canGiveUp: true };
}
