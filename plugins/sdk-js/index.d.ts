// Types of the SDK. Those of the contract are in contract.d.ts.

/// <reference path="./contract.d.ts" />

type Code = import("stoa:plugin/types@0.1.0").ErrorCode;
type SiteContext = import("stoa:plugin/types@0.1.0").SiteContext;
type Attempt = import("stoa:plugin/payments@0.1.0").Attempt;
type Status = import("stoa:plugin/payments@0.1.0").Status;
type Webhook = import("stoa:plugin/payments@0.1.0").Webhook;
type InstallmentRequest = import("stoa:plugin/installments@0.1.0").Request;
type InstallmentItem = import("stoa:plugin/installments@0.1.0").Item;
type Offer = import("stoa:plugin/installments@0.1.0").Offer;
type Availability = import("stoa:plugin/installments@0.1.0").Availability;
type ModalPage = import("stoa:plugin/installments@0.1.0").ModalPage;

/** Anything that JSON can hold. */
export type Json = any;

/** A record of the contract with numbers in place of BigInt. */
export type Plain<T> = T extends bigint
  ? number
  : T extends Uint8Array
    ? T
    : T extends (infer Item)[]
      ? Plain<Item>[]
      : T extends object
        ? { [Key in keyof T]: Plain<T[Key]> }
        : T;

/** An amount in the currency's minor unit. */
export interface Money {
  minor: number;
  currency: string;
}

export type Context = Plain<SiteContext>;

/** An error of the contract, to be thrown. */
export interface Failure {
  code: Code;
  message: string;
  buyerMessage?: string;
  retryAfterMs?: number;
}

export function fail(code: Code, message: string, more?: { buyerMessage?: string; retryAfterMs?: number }): Failure;
export function invalidInput(message: string): Failure;

export const log: Record<"debug" | "info" | "warn" | "error", (message: string) => void>;

export function setting(key: string): Json | undefined;
export function settings(): Json;
export function text(language: string, key: string, values?: Record<string, string | number>): string;

export function escapeHtml(text: string): string;
export function queryEncode(text: string): string;
export function queryValue(query: string, name: string): string | undefined;

export interface BlockInput {
  kind: string;
  instanceId: string;
  settings: Json;
  data: Json;
}

export interface BlockOutput {
  html: string;
  head?: string[];
  /** For the script of the block: anything that JSON can hold, up to 4 KiB. */
  data?: Json;
  cacheSeconds?: number;
  /** What it depends on besides settings and data. With `now-ms` and no `cacheSeconds`, its page is cached for a second. */
  varyOn?: ("locale" | "currency" | "timezone" | "preview" | "now-ms")[];
}

/** The functions of an interface, with numbers in place of BigInt in parameters and returned amounts. */
export function records<Functions extends Record<string, (...args: any[]) => any>>(functions: Functions): Functions;

/** The functions of an interface, as the contract has them. */
export function implement<Functions extends Record<string, (...args: any[]) => any>>(functions: Functions): Functions;

export function block(
  kinds: Record<string, (input: BlockInput, ctx: Context) => BlockOutput | string>,
): typeof import("stoa:plugin/blocks@0.1.0");

export function formatter(
  functions: Record<string, (value: Json, ...args: Json[]) => Json>,
): typeof import("stoa:plugin/formatters@0.1.0");

export function predicate(
  functions: Record<string, (value: Json, ...args: Json[]) => boolean>,
): typeof import("stoa:plugin/predicates@0.1.0");

export type PaymentAttempt = Omit<Plain<Attempt>, "buyer" | "lines" | "providerState"> & {
  buyer: Json;
  lines: Json;
  providerState: Json;
};

export interface PaymentOutcome {
  status: Status;
  /** Nothing, an address of the provider, or something for the checkout to show. */
  next?: { redirect?: string; clientAction?: Json };
  providerRef?: string;
  captured?: Money;
  refunded?: Money;
  declineMessage?: string;
  /** Stored by the host and passed to the next call. */
  providerState?: Json;
}

export interface PaymentWebhookEvent {
  eventId: string;
  attemptId?: string;
  providerRef?: string;
  outcome: PaymentOutcome;
}

export interface PaymentFunctions {
  create(attempt: PaymentAttempt, ctx: Context): PaymentOutcome;
  authorise(attempt: PaymentAttempt, returnQuery: string, ctx: Context): PaymentOutcome;
  capture(attempt: PaymentAttempt, amount: Money, idempotencyKey: string): PaymentOutcome;
  refund(attempt: PaymentAttempt, amount: Money, idempotencyKey: string, reason: string): PaymentOutcome;
  cancel(attempt: PaymentAttempt, idempotencyKey: string): PaymentOutcome;
  fetchStatus(attempt: PaymentAttempt): PaymentOutcome;
  verifyWebhook(webhook: Webhook): PaymentWebhookEvent[];
}

/** The interface `payments` of 0.1.0. */
export function payment(functions: PaymentFunctions): typeof import("stoa:plugin/payments@0.1.0");

type Attempt2 = import("stoa:plugin/payments@0.2.0").Attempt;
type Buyer2 = import("stoa:plugin/payments@0.2.0").Buyer;
type Webhook2 = import("stoa:plugin/payments@0.2.0").Webhook;

export type PaymentAttempt2 = Omit<Plain<Attempt2>, "buyer" | "providerState"> & {
  buyer: Omit<Plain<Buyer2>, "entered"> & { entered: Json };
  providerState: Json;
};

/** An outcome of 0.2.0. */
export interface PaymentAnswer extends PaymentOutcome {
  savedMethod?: Plain<import("stoa:plugin/payments@0.2.0").SavedMethod>;
}

export interface PaymentNotice {
  eventId: string;
  attemptId?: string;
  providerRef?: string;
  outcome: PaymentAnswer;
  dispute?: Plain<import("stoa:plugin/payments@0.2.0").Dispute>;
}

/** The interface `payments` of 0.2.0. */
export function paymentMethod(functions: {
  create(attempt: PaymentAttempt2, ctx: CallContext): PaymentAnswer;
  authorise(attempt: PaymentAttempt2, returnQuery: string, ctx: CallContext): PaymentAnswer;
  capture(attempt: PaymentAttempt2, amount: Money, idempotencyKey: string, ctx: CallContext): PaymentAnswer;
  refund(
    attempt: PaymentAttempt2,
    amount: Money,
    idempotencyKey: string,
    reason: string,
    ctx: CallContext,
  ): PaymentAnswer;
  cancel(attempt: PaymentAttempt2, idempotencyKey: string, ctx: CallContext): PaymentAnswer;
  fetchStatus(attempt: PaymentAttempt2, ctx: CallContext): PaymentAnswer;
  verifyWebhook(webhook: Webhook2, ctx: CallContext): PaymentNotice[];
  forget(token: string, ctx: CallContext): void;
}): typeof import("stoa:plugin/payments@0.2.0");

export function installment(functions: {
  quote(request: Plain<InstallmentRequest>, ctx: Context): Plain<Offer>;
  modal(locale: string): ModalPage;
}): typeof import("stoa:plugin/installments@0.1.0");

type Cart = import("stoa:plugin/carts@0.2.0").Cart;
type Place = import("stoa:plugin/carts@0.2.0").Place;
export type CallContext = Plain<import("stoa:plugin/context@0.2.0").CallContext>;

/** The interface `shipping` of 0.2.0. */
export function shippingRates(
  rates: (
    cart: Plain<Cart>,
    destination: Place,
    ctx: CallContext,
  ) => Plain<import("stoa:plugin/shipping@0.2.0").Rate>[],
): typeof import("stoa:plugin/shipping@0.2.0");

/** The interface `taxes` of 0.2.0. */
export function taxRates(
  calculate: (
    cart: Plain<Cart>,
    shipping: Money | undefined,
    destination: Place,
    ctx: CallContext,
  ) => import("stoa:plugin/taxes@0.2.0").Tax[],
): typeof import("stoa:plugin/taxes@0.2.0");

/** The interface `discounts` of 0.2.0. */
export function discountsOf(
  evaluate: (cart: Plain<Cart>, ctx: CallContext) => Plain<import("stoa:plugin/discounts@0.2.0").Discount>[],
): typeof import("stoa:plugin/discounts@0.2.0");

type Checkout = import("stoa:plugin/questions@0.2.0").Checkout;
type Question = import("stoa:plugin/questions@0.2.0").Question;

/** The interface `questions` of 0.2.0. Answers are by the id of the question. */
export function checkoutQuestions(functions: {
  ask: (checkout: Plain<Checkout>, ctx: CallContext) => (Pick<Question, "id" | "kind" | "label"> & Partial<Question>)[];
  check?: (
    checkout: Plain<Checkout>,
    answers: Record<string, string>,
    ctx: CallContext,
  ) => import("stoa:plugin/questions@0.2.0").Refusal[];
}): typeof import("stoa:plugin/questions@0.2.0");

/** The interface `rows` of 0.2.0. Files are text. */
export function catalogueFormats(
  formats: Record<
    string,
    {
      write?: (part: Plain<import("stoa:plugin/rows@0.2.0").Part>, ctx: CallContext) => string;
      read?: (text: string, ctx: CallContext) => import("stoa:plugin/rows@0.2.0").StockRow[];
    }
  >,
): typeof import("stoa:plugin/rows@0.2.0");

/** The interface `events` of 0.2.0. */
export function eventHook(
  handle: (
    event: Omit<Plain<import("stoa:plugin/events@0.2.0").Event>, "payload"> & { payload: Json },
    ctx: CallContext,
  ) => void,
): typeof import("stoa:plugin/events@0.2.0");

/** The interface `jobs` of 0.2.0. */
export function scheduledJobs(
  jobs: Record<string, (scheduledMs: number, ctx: CallContext) => void>,
): typeof import("stoa:plugin/jobs@0.2.0");

type Person = import("stoa:plugin/panels@0.2.0").Person;

/** The interface `panels` of 0.2.0. */
export function adminPanels(
  panels: Record<string, Record<string, (input: Json, person: Person, ctx: CallContext) => Json>>,
): typeof import("stoa:plugin/panels@0.2.0");

/** The interface `migration` of 0.2.0. */
export function settingsMigration(
  migrate: (fromVersion: number, settings: Record<string, Json>) => Record<string, Json | undefined>,
): typeof import("stoa:plugin/migration@0.2.0");

/** The interface `block-migration` of 0.2.0: functions by the name of the block. */
export function blockMigrations(
  kinds: Record<string, (fromVersion: number, settings: Record<string, Json>) => Record<string, Json | undefined>>,
): typeof import("stoa:plugin/block-migration@0.2.0");

/** Splits a total into parts that differ by at most one minor unit and add up to it, the largest first. */
export function shares(total: number, count: number): number[];
export function largestShare(total: Money, count: number): Money;
export function allEligible(items: Plain<InstallmentItem>[]): boolean;
export function limitsOf(request: Plain<InstallmentRequest>): { minimum?: Money; maximum?: Money };
export function range(total: Money | undefined, limits: { minimum?: Money; maximum?: Money }): Availability;
