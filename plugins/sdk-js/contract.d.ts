// The contract, as plugins in JavaScript see it. Made from the WIT by a test.
//
// An `option` is a value or undefined, `s64` and `u64` are BigInt, `list<u8>` is a Uint8Array, and a `result` is returned or
// thrown: the host throws an error whose `payload` is the error of the contract, plugins throw that error itself.

declare module 'stoa:plugin/types@0.1.0' {
  /** UTF-8 JSON text: the only type in this interface that may be extended. */
  export type Json = string;
  /** An amount in the currency's minor unit, with its ISO 4217 code. The host rejects results in another currency. */
  export interface Money {
    minor: bigint;
    currency: string;
  }
  export type ErrorCode = 'invalid-input' | 'not-configured' | 'not-supported' | 'declined' | 'upstream-failed' | 'rate-limited' | 'timed-out' | 'internal';
  /** `message` is for the merchant and the log; `buyer-message` may be shown to the shopper. */
  export interface Error {
    code: ErrorCode;
    message: string;
    buyerMessage?: string;
    retryAfterMs?: number;
  }
  export type Value = { tag: 'none' } | { tag: 'boolean'; val: boolean } | { tag: 'integer'; val: bigint } | { tag: 'number'; val: number } | { tag: 'text'; val: string } | { tag: 'json'; val: Json };
  /** The site on whose behalf a call is made. `now-ms` is UTC epoch milliseconds, frozen for one page render. */
  export interface SiteContext {
    siteId: string;
    locale: string;
    currency: string;
    timezone: string;
    preview: boolean;
    nowMs: bigint;
  }
}

declare module 'stoa:plugin/log@0.1.0' {
  export type Level = 'debug' | 'info' | 'warn' | 'error';
  export function write(level: Level, message: string): void;
}

declare module 'stoa:plugin/config@0.1.0' {
  /** The whole settings object as JSON text. */
  export function all(): string;
  /** One key's value as JSON text. */
  export function get(key: string): string | undefined;
}

declare module 'stoa:plugin/crypto@0.1.0' {
  export type Mac = 'hmac-sha1' | 'hmac-sha256' | 'hmac-sha512';
  /** None if the secret is not set for this site or not declared. */
  export function sign(alg: Mac, secret: string, data: Uint8Array): Uint8Array | undefined;
  /** Compares in constant time; false also if the secret is not set. */
  export function verify(alg: Mac, secret: string, data: Uint8Array, tag: Uint8Array): boolean;
  /** At most 256 bytes. */
  export function random(len: number): Uint8Array;
}

declare module 'stoa:plugin/http@0.1.0' {
  export interface Request {
    method: string;
    url: string;
    headers: [string, string][];
    body: Uint8Array;
    timeoutMs: number;
  }
  export interface Response {
    status: number;
    headers: [string, string][];
    body: Uint8Array;
  }
  export type Failure = 'not-allowed' | 'dns' | 'connect' | 'tls' | 'timeout' | 'too-large' | 'budget-exhausted' | 'protocol';
  /** The host puts in `${secret:name}` after it has checked the address, only at the places that the manifest names. */
  export function send(req: Request): Response;
}

declare module 'stoa:plugin/storage@0.1.0' {
  export function get(key: string): Uint8Array | undefined;
  /** False if the value exceeds the quota. */
  export function set(key: string, value: Uint8Array, ttlSeconds: number | undefined): boolean;
  function delete_(key: string): void;
  export { delete_ as delete };
}

declare module 'stoa:plugin/formatters@0.1.0' {
  export type Value = import('stoa:plugin/types@0.1.0').Value;
  export type Error = import('stoa:plugin/types@0.1.0').Error;
  export function apply(name: string, input: Value, args: Value[]): Value;
  export function applyMany(name: string, inputs: Value[], args: Value[]): Value[];
}

declare module 'stoa:plugin/predicates@0.1.0' {
  export type Value = import('stoa:plugin/types@0.1.0').Value;
  export type Error = import('stoa:plugin/types@0.1.0').Error;
  export function test(name: string, input: Value, args: Value[]): boolean;
}

declare module 'stoa:plugin/blocks@0.1.0' {
  export type Json = import('stoa:plugin/types@0.1.0').Json;
  export type Error = import('stoa:plugin/types@0.1.0').Error;
  export type SiteContext = import('stoa:plugin/types@0.1.0').SiteContext;
  export interface Input {
    kind: string;
    instanceId: string;
    settings: Json;
    data: Json;
    slots: [string, string][];
  }
  /** `head` lines are added to the page's head once; `vary-on` lists the inputs besides settings and data that affect the HTML. */
  export interface Output {
    html: string;
    head: string[];
    cacheSeconds: number;
    varyOn: string[];
  }
  export function render(input: Input, ctx: SiteContext): Output;
}

declare module 'stoa:plugin/payments@0.1.0' {
  export type Json = import('stoa:plugin/types@0.1.0').Json;
  export type Money = import('stoa:plugin/types@0.1.0').Money;
  export type Error = import('stoa:plugin/types@0.1.0').Error;
  export type SiteContext = import('stoa:plugin/types@0.1.0').SiteContext;
  export interface Attempt {
    attemptId: string;
    orderId: string;
    idempotencyKey: string;
    amount: Money;
    method: string;
    returnUrl: string;
    cancelUrl: string;
    webhookUrl: string;
    buyer: Json;
    lines: Json;
    providerState: Json;
  }
  export type Status = 'requires-action' | 'pending' | 'authorised' | 'captured' | 'partially-refunded' | 'refunded' | 'voided' | 'declined' | 'expired' | 'unknown';
  /** `client-action` is handled by the shop's script; `redirect` sends the shopper to another site, which returns to `return-url`. */
  export type Next = { tag: 'none' } | { tag: 'redirect'; val: string } | { tag: 'client-action'; val: Json };
  /** `captured` and `refunded` are totals so far. */
  export interface Outcome {
    status: Status;
    next: Next;
    providerRef?: string;
    captured?: Money;
    refunded?: Money;
    declineMessage?: string;
    providerState: Json;
  }
  export interface Webhook {
    method: string;
    headers: [string, string][];
    query: string;
    body: Uint8Array;
  }
  export interface WebhookEvent {
    eventId: string;
    attemptId?: string;
    providerRef?: string;
    outcome: Outcome;
  }
  export function create(a: Attempt, ctx: SiteContext): Outcome;
  /** Called when the shopper returns; `return-query` is the query string of that request. */
  export function authorise(a: Attempt, returnQuery: string, ctx: SiteContext): Outcome;
  export function capture(a: Attempt, amount: Money, idempotencyKey: string): Outcome;
  export function refund(a: Attempt, amount: Money, idempotencyKey: string, reason: string): Outcome;
  export function cancel(a: Attempt, idempotencyKey: string): Outcome;
  /** Called by the reconciler after a trap or a timeout. */
  export function fetchStatus(a: Attempt): Outcome;
  export function verifyWebhook(w: Webhook): WebhookEvent[];
}

declare module 'stoa:plugin/installments@0.1.0' {
  export type Money = import('stoa:plugin/types@0.1.0').Money;
  export type Error = import('stoa:plugin/types@0.1.0').Error;
  export type SiteContext = import('stoa:plugin/types@0.1.0').SiteContext;
  export interface Item {
    ref: string;
    unitPrice: Money;
    quantity: number;
    category: string;
    tags: string[];
    /** Physical goods; false for digital goods and services. */
    physical: boolean;
    /** The merchant allows installments for it. */
    available: boolean;
    subscription: boolean;
  }
  export interface Request {
    items: Item[];
    /** None if there is no price yet. */
    total?: Money;
    /** ISO 3166 code of the merchant's payment account. */
    country: string;
    /** Language tag of the shopper. */
    language: string;
    /** Limits set by the merchant's account; none if unknown. */
    minimum?: Money;
    maximum?: Money;
    /** None means the provider's default, usually 4. */
    payments?: number;
  }
  /** `{n}` in the pattern is replaced by `count`, `{amount}` by `amount`, formatted by the host for the shopper's locale. */
  export interface Text {
    pattern: string;
    count?: number;
    amount?: Money;
  }
  export type Availability = 'in-range' | 'below-minimum' | 'above-maximum' | 'not-eligible' | 'unsupported-market' | 'unavailable';
  /** A credit plan, for providers that offer more than equal parts. */
  export interface Plan {
    ref?: string;
    months: number;
    perMonth: Money;
    total: Money;
    aprBasisPoints: number;
    label: string;
    termsUrl?: string;
  }
  export interface Offer {
    availability: Availability;
    providerName: string;
    /** Language and country in the form `en_US`. */
    locale: string;
    payments: number;
    /** Each payment, rounded up to the minor unit. */
    amount?: Money;
    minimum?: Money;
    maximum?: Money;
    /** Shown on a separate line. */
    fullText: Text;
    /** Followed by the provider's logo. */
    oneLineText: Text;
    /** Argument for `modal`. */
    modalPage: string;
    plans: Plan[];
  }
  export interface ModalPage {
    locale: string;
    title: string;
    html: string;
  }
  export function quote(request: Request, ctx: SiteContext): Offer;
  /** The explanation that the message links to; for an unknown locale the `en_US` page. */
  export function modal(locale: string): ModalPage;
}

declare module 'stoa:plugin/shipping@0.1.0' {
  export type Json = import('stoa:plugin/types@0.1.0').Json;
  export type Money = import('stoa:plugin/types@0.1.0').Money;
  export type Error = import('stoa:plugin/types@0.1.0').Error;
  export type SiteContext = import('stoa:plugin/types@0.1.0').SiteContext;
  export interface Rate {
    code: string;
    label: string;
    price: Money;
    minDays?: number;
    maxDays?: number;
  }
  export function rates(cart: Json, destination: Json, ctx: SiteContext): Rate[];
}

declare module 'stoa:plugin/taxes@0.1.0' {
  export type Json = import('stoa:plugin/types@0.1.0').Json;
  export type Money = import('stoa:plugin/types@0.1.0').Money;
  export type Error = import('stoa:plugin/types@0.1.0').Error;
  export type SiteContext = import('stoa:plugin/types@0.1.0').SiteContext;
  export interface Line {
    ref: string;
    rateBasisPoints: number;
    amount: Money;
    name: string;
  }
  export function calculate(cart: Json, destination: Json, ctx: SiteContext): Line[];
}

declare module 'stoa:plugin/discounts@0.1.0' {
  export type Json = import('stoa:plugin/types@0.1.0').Json;
  export type Money = import('stoa:plugin/types@0.1.0').Money;
  export type Error = import('stoa:plugin/types@0.1.0').Error;
  export type SiteContext = import('stoa:plugin/types@0.1.0').SiteContext;
  export interface Discount {
    targetRef?: string;
    amount: Money;
    code?: string;
    label: string;
  }
  export function evaluate(cart: Json, ctx: SiteContext): Discount[];
}

declare module 'stoa:plugin/events@0.1.0' {
  export type Json = import('stoa:plugin/types@0.1.0').Json;
  export type Error = import('stoa:plugin/types@0.1.0').Error;
  export type SiteContext = import('stoa:plugin/types@0.1.0').SiteContext;
  export function handle(eventId: string, topic: string, payload: Json, ctx: SiteContext): void;
}

declare module 'stoa:plugin/context@0.2.0' {
  /** The site on whose behalf a call is made. `locale` is the language of the page or of the shopper. `currency-exponent` is the number of digits of the minor unit: 2 for USD, 0 for JPY. `offset-minutes` is the offset of the site's time zone from UTC at `now-ms`. `live` is false while the shop is in test mode. `now-ms` is UTC epoch milliseconds: the time of the render on pages, otherwise that of the call. */
  export interface CallContext {
    siteId: string;
    locale: string;
    currency: string;
    currencyExponent: number;
    timezone: string;
    offsetMinutes: number;
    live: boolean;
    preview: boolean;
    nowMs: bigint;
  }
}
