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

declare module 'stoa:plugin/block-migration@0.2.0' {
  export type Error = import('stoa:plugin/types@0.1.0').Error;
  export type Json = import('stoa:plugin/types@0.1.0').Json;
  /** The settings of a block for its `settings_version`, made of those of an earlier one: an object. `kind` is the name of the block in the manifest. `from-version` is the `settings_version` for which they were saved, 1 if there was none. `settings` is what was saved, without defaults, translated where the page is. Called on pages and in the editor, within their limits: the same settings always give the same answer, which is remembered. What it lacks gets the defaults of the schema. With an error, whose message the owner reads, the block is not shown. */
  export function settings(kind: string, fromVersion: number, settings: Json): Json;
}

declare module 'stoa:plugin/carts@0.2.0' {
  export type Money = import('stoa:plugin/types@0.1.0').Money;
  export type ProductKind = 'physical' | 'digital' | 'service' | 'gift-card' | 'donation' | 'other';
  /** All pieces of one variant. `id` names it in answers. `total` is the price of all pieces: without discounts, but for taxes after them. `weight-grams` is the weight of one piece with its packaging, 0 if unknown. `tags` and `categories` are those of the product, categories by their address word, those above included. */
  export interface Line {
    id: string;
    productId: string;
    sku: string;
    title: string;
    kind: ProductKind;
    quantity: number;
    unitPrice: Money;
    total: Money;
    weightGrams: number;
    shipped: boolean;
    taxable: boolean;
    discountable: boolean;
    tags: string[];
    categories: string[];
  }
  /** `country` is an ISO 3166 code of two letters. Region and postal code are empty if they are not known yet. */
  export interface Place {
    country: string;
    region: string;
    postalCode: string;
  }
  /** `tax-id` is the buyer's tax number as typed into the question of the checkout that the owner has chosen for it. */
  export interface Customer {
    signedIn: boolean;
    taxId?: string;
  }
  /** `subtotal` is the sum of the lines before discounts. */
  export interface Cart {
    lines: Line[];
    subtotal: Money;
    pricesIncludeTax: boolean;
    customer: Customer;
  }
}

declare module 'stoa:plugin/clock@0.2.0' {
  /** `weekday` is 1 for Monday to 7 for Sunday. `offset-minutes` is the offset from UTC. */
  export interface LocalTime {
    year: number;
    month: number;
    day: number;
    hour: number;
    minute: number;
    second: number;
    weekday: number;
    offsetMinutes: number;
  }
  /** UTC epoch milliseconds. On a page it is the time of the render, and stays the same; in calls that may wait it goes on. */
  export function nowMs(): bigint;
  /** A time in the time zone of the site, summer time included; none for a time after the year 9999. */
  export function local(atMs: bigint): LocalTime | undefined;
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

declare module 'stoa:plugin/digests@0.2.0' {
  export type Hash = 'sha1' | 'sha256' | 'sha512';
  /** RSA keys have 2048 to 8192 bits. Signatures of ECDSA are DER or, as in JSON Web Signatures, 64 bytes. */
  export type Scheme = 'rsa-pkcs1-sha256' | 'rsa-pss-sha256' | 'ecdsa-p256-sha256' | 'ed25519';
  export function digest(hash: Hash, data: Uint8Array): Uint8Array;
  /** Whether the signature is that of the key's owner. `public-key` is a SubjectPublicKeyInfo in DER or PEM (`BEGIN PUBLIC KEY`). False also for a key that cannot be read, or of another scheme. */
  export function verify(scheme: Scheme, publicKey: Uint8Array, data: Uint8Array, signature: Uint8Array): boolean;
  /** Compares in constant time. */
  export function equal(one: Uint8Array, other: Uint8Array): boolean;
}

declare module 'stoa:plugin/discounts@0.2.0' {
  export type Money = import('stoa:plugin/types@0.1.0').Money;
  export type Error = import('stoa:plugin/types@0.1.0').Error;
  export type CallContext = import('stoa:plugin/context@0.2.0').CallContext;
  export type Cart = import('stoa:plugin/carts@0.2.0').Cart;
  /** `label` is shown to shoppers, at most 100 characters. `lines` are the ids of the lines whose price it lowers, together by `amount`; empty for a discount on the whole order. At most what they cost. */
  export interface Discount {
    label: string;
    lines: string[];
    amount: Money;
  }
  /** At most 50. */
  export function evaluate(cart: Cart, ctx: CallContext): Discount[];
}

declare module 'stoa:plugin/events@0.2.0' {
  export type Error = import('stoa:plugin/types@0.1.0').Error;
  export type Json = import('stoa:plugin/types@0.1.0').Json;
  export type CallContext = import('stoa:plugin/context@0.2.0').CallContext;
  /** `id` is the same for each attempt: remember it to do things once. `sequence` grows with the events of an object; they arrive in this order, except for those that are replayed after they had failed. `attempt` counts from 1. `payload` depends on the topic and may gain members. */
  export interface Event {
    id: string;
    topic: string;
    objectId: string;
    sequence: bigint;
    occurredMs: bigint;
    attempt: number;
    payload: Json;
  }
  /** After an error, a trap or a timeout the event is delivered again: after a minute at first, then with growing pauses of at most six hours, for three days. `retry-after-ms` of the error lengthens the next pause. */
  export function handle(event: Event, ctx: CallContext): void;
}

declare module 'stoa:plugin/jobs@0.2.0' {
  export type Error = import('stoa:plugin/types@0.1.0').Error;
  export type CallContext = import('stoa:plugin/context@0.2.0').CallContext;
  /** `name` is that of the manifest. `scheduled-ms` is the time at which the run was due: the same when it is repeated because the server ended meanwhile. A run that fails is not repeated before its next time. */
  export function run(name: string, scheduledMs: bigint, ctx: CallContext): void;
}

declare module 'stoa:plugin/migration@0.2.0' {
  export type Error = import('stoa:plugin/types@0.1.0').Error;
  export type Json = import('stoa:plugin/types@0.1.0').Json;
  /** The settings for this version, made of those of an earlier one: an object. `from-version` is the `settings.version` of that version, and 1 where its manifest had none. `settings` is what the owner saved: at least one member. Called once, before a site changes to this version, and to compare versions. It reaches no network, secrets and data, and secrets stay as they are. What the answer lacks gets the defaults of the schema; the owner fills in the rest. With an error, whose message the owner reads, the site stays with the version that it has. */
  export function settings(fromVersion: number, settings: Json): Json;
}

declare module 'stoa:plugin/panels@0.2.0' {
  export type Error = import('stoa:plugin/types@0.1.0').Error;
  export type Json = import('stoa:plugin/types@0.1.0').Json;
  export type CallContext = import('stoa:plugin/context@0.2.0').CallContext;
  /** On whose behalf a call is made. `reads` are the kinds of data that both this person may see and the owner of the site has granted to the plugin: reading anything else fails with `not-granted`. A person with `may-change` manages the plugins of the site; for others nothing is stored, and of requests only those with GET and HEAD are sent. */
  export interface Person {
    reads: string[];
    mayChange: boolean;
  }
  /** `panel` is the name in the manifest. A panel with a page calls the methods that its page names. Any other is called with `show`, and answers with a table; `input` are then the values of its form, an empty object without one. The locale of the context is the language of the person. */
  export function call(panel: string, method: string, input: Json, person: Person, ctx: CallContext): Json;
}

declare module 'stoa:plugin/product-rows@0.2.0' {
  export type Money = import('stoa:plugin/types@0.1.0').Money;
  export type Kind = 'physical' | 'digital' | 'service' | 'gift-card' | 'paywall';
  export type RowStock = { tag: 'untracked' } | { tag: 'pieces'; val: number };
  export type RowSale = { tag: 'ended' } | { tag: 'price'; val: Money };
  /** A variant of a product. `line` is where it stands in the file, from 1. Rows with the same `product`, which may be any text of the file, are variants of one product; a row with an empty one is a product of its own. What is none stays as it is; a new product gets the defaults of the shop. The name, the texts, `kind`, `published`, `tags` and `categories` are those of the product: those of its first row that has them count. `description` and `excerpt` are HTML, and `categories` names of categories that the shop has. `kind` counts for new products alone. */
  export interface ProductRow {
    line: number;
    sku: string;
    product: string;
    name?: string;
    kind?: Kind;
    published?: boolean;
    excerpt?: string;
    description?: string;
    tags?: string[];
    categories?: string[];
    options: [string, string][];
    price?: Money;
    sale?: RowSale;
    stock?: RowStock;
    weightGrams?: number;
  }
  /** A row that cannot be taken. `reason` says why, in the language of the context and without the line: at most 300 characters of it are shown. `sku` may be empty. The product of the other rows with the same `product` is left as it is. */
  export interface RefusedRow {
    line: number;
    sku: string;
    product: string;
    reason: string;
  }
  export type Refusal = 'too-many' | 'too-large' | 'not-here';
  /** Gives rows to the shop, which has those of all calls in their order. */
  export function put(rows: ProductRow[]): void;
  /** Tells the person of a row that cannot be taken, beside those that can. It counts as a row of the file. */
  export function refuse(row: RefusedRow): void;
}

declare module 'stoa:plugin/questions@0.2.0' {
  export type Error = import('stoa:plugin/types@0.1.0').Error;
  export type CallContext = import('stoa:plugin/context@0.2.0').CallContext;
  export type Cart = import('stoa:plugin/carts@0.2.0').Cart;
  export type Place = import('stoa:plugin/carts@0.2.0').Place;
  /** `text` is one line of at most 200 characters, `paragraph` has at most 500, `date` is a day such as `2026-12-24`. */
  export type AnswerKind = 'text' | 'paragraph' | 'choice' | 'checkbox' | 'date';
  /** `value` is what `check` gets, at most 100 characters. `label` is shown and kept with the order. */
  export interface Choice {
    value: string;
    label: string;
  }
  /** `id` is unique in the answer and the same in every language: 1 to 40 lower-case letters, digits and hyphens. `label` has at most 100 characters, `help` at most 200 and may be empty: both are shown to shoppers in the language of the context. A required checkbox has to be ticked. `choices` are 1 to 50 for `choice`, none for others. */
  export interface Question {
    id: string;
    kind: AnswerKind;
    label: string;
    help: string;
    required: boolean;
    choices: Choice[];
  }
  /** The chosen delivery. `id` is that of the shop's option, `label` its name as the owner wrote it. */
  export interface Delivery {
    id: string;
    label: string;
    pickup: boolean;
  }
  /** `cart` has no tax number. `destination` and `delivery` are none as long as they are not known. */
  export interface Checkout {
    cart: Cart;
    destination?: Place;
    delivery?: Delivery;
  }
  /** `value` is the text, the day, the value of the choice, or `true` for a ticked box. What is not answered is left out. */
  export interface Answer {
    question: string;
    value: string;
  }
  /** `message` is shown beside the question, in the language of the context, at most 200 characters. */
  export interface Refusal {
    question: string;
    message: string;
  }
  /** What is asked, at most 10. Called again for each language of the site that a shopper uses, since the order keeps the questions in the owner's language too. */
  export function ask(checkout: Checkout, ctx: CallContext): Question[];
  /** The answers that are refused; none if all are fine. Required answers and their lengths are checked already. Called when the shopper answers, and before the order is placed. */
  export function check(checkout: Checkout, answers: Answer[], ctx: CallContext): Refusal[];
}

declare module 'stoa:plugin/reads@0.2.0' {
  export type Failure = 'not-granted' | 'not-here' | 'budget-exhausted' | 'invalid';
  /** `cursor` is `next` of the page before; none for the first. At most 100 rows. */
  export interface PageRequest {
    cursor?: string;
    limit: number;
  }
  /** A postal address. `country` is an ISO 3166 code. */
  export interface Address {
    firstName: string;
    lastName: string;
    line1: string;
    line2: string;
    city: string;
    region: string;
    postalCode: string;
    country: string;
    phone: string;
  }
}

declare module 'stoa:plugin/customers@0.2.0' {
  export type Money = import('stoa:plugin/types@0.1.0').Money;
  export type Address = import('stoa:plugin/reads@0.2.0').Address;
  export type Failure = import('stoa:plugin/reads@0.2.0').Failure;
  export type PageRequest = import('stoa:plugin/reads@0.2.0').PageRequest;
  /** `mail-consent-ms` is when the customer agreed to marketing e-mails; none without consent. `spent` is after refunds. */
  export interface Summary {
    id: string;
    email: string;
    name: string;
    hasAccount: boolean;
    mailConsentMs?: bigint;
    orderCount: bigint;
    spent: Money;
    lastOrderMs?: bigint;
    createdMs: bigint;
  }
  /** `language` is that of the account. */
  export interface Customer {
    summary: Summary;
    language?: string;
    addresses: Address[];
  }
  /** `query` searches e-mail address and name. What is none does not filter. */
  export interface Filter {
    query?: string;
    hasAccount?: boolean;
    agreedToMail?: boolean;
  }
  export interface CustomerPage {
    customers: Summary[];
    next?: string;
  }
  export function get(id: string): Customer | undefined;
  /** The latest first. */
  export function listCustomers(filter: Filter, page: PageRequest): CustomerPage;
}

declare module 'stoa:plugin/orders@0.2.0' {
  export type Money = import('stoa:plugin/types@0.1.0').Money;
  export type Address = import('stoa:plugin/reads@0.2.0').Address;
  export type Failure = import('stoa:plugin/reads@0.2.0').Failure;
  export type PageRequest = import('stoa:plugin/reads@0.2.0').PageRequest;
  export type PaymentStatus = 'awaiting-payment' | 'authorized' | 'paid' | 'failed' | 'partially-refunded' | 'refunded';
  export type FulfillmentStatus = 'pending' | 'fulfilled' | 'canceled';
  export type Handover = 'delivery' | 'pickup' | 'none';
  /** `test` orders were placed without real payment. */
  export interface Summary {
    id: string;
    number: bigint;
    placedMs: bigint;
    email: string;
    customerName: string;
    total: Money;
    paymentStatus: PaymentStatus;
    fulfillmentStatus: FulfillmentStatus;
    itemCount: bigint;
    test: boolean;
    isDonation: boolean;
    handover: Handover;
  }
  export interface Line {
    id: string;
    productId: string;
    variantId: string;
    sku: string;
    name: string;
    options: [string, string][];
    quantity: bigint;
    unitPrice: Money;
    total: Money;
    fulfilledQuantity: bigint;
    refundedQuantity: bigint;
  }
  export interface Discount {
    label: string;
    code?: string;
    amount: Money;
  }
  export interface Tax {
    label: string;
    rateBasisPoints: bigint;
    inclusive: boolean;
    amount: Money;
  }
  export interface Order {
    summary: Summary;
    lines: Line[];
    subtotal: Money;
    discount: Money;
    shipping: Money;
    tax: Money;
    refunded: Money;
    discounts: Discount[];
    taxes: Tax[];
    shippingAddress?: Address;
    billingAddress?: Address;
    shippingOption?: string;
    note: string;
    tags: string[];
  }
  /** `query` searches number, e-mail address, name, SKUs and product names. What is none does not filter. */
  export interface Filter {
    query?: string;
    paymentStatus?: PaymentStatus;
    fulfillmentStatus?: FulfillmentStatus;
    fromMs?: bigint;
    untilMs?: bigint;
    test?: boolean;
    tag?: string;
  }
  export interface OrderPage {
    orders: Summary[];
    next?: string;
  }
  export function get(id: string): Order | undefined;
  /** The newest first. */
  export function listOrders(filter: Filter, page: PageRequest): OrderPage;
}

declare module 'stoa:plugin/pages@0.2.0' {
  export type Failure = import('stoa:plugin/reads@0.2.0').Failure;
  export type PageRequest = import('stoa:plugin/reads@0.2.0').PageRequest;
  export type PageKind = 'page' | 'blog' | 'store' | 'folder';
  /** Who may open it. */
  export type Access = 'everyone' | 'password' | 'members';
  /** `url` is a path on the site. */
  export interface Summary {
    id: string;
    kind: PageKind;
    title: string;
    url: string;
    description: string;
    isHome: boolean;
    access: Access;
    noIndex: boolean;
    updatedMs: bigint;
  }
  /** `texts` are the texts, titles, headings, captions and quotes of the published blocks in their order, as HTML; none where not everyone may open the page. */
  export interface Page {
    summary: Summary;
    seoTitle: string;
    seoDescription: string;
    texts: string[];
  }
  /** What is none does not filter. */
  export interface Filter {
    kind?: PageKind;
  }
  export interface PageList {
    pages: Summary[];
    next?: string;
  }
  export function get(id: string): Page | undefined;
  /** In the order of the site. */
  export function listPages(filter: Filter, page: PageRequest): PageList;
}

declare module 'stoa:plugin/payments@0.2.0' {
  export type Json = import('stoa:plugin/types@0.1.0').Json;
  export type Money = import('stoa:plugin/types@0.1.0').Money;
  export type Error = import('stoa:plugin/types@0.1.0').Error;
  export type CallContext = import('stoa:plugin/context@0.2.0').CallContext;
  export type Address = import('stoa:plugin/reads@0.2.0').Address;
  /** `customer-id` is the shop's id of the customer, the same for each order; none for guests. `entered` is what the buyer typed into the form of the method: an empty object in later calls. */
  export interface Buyer {
    email: string;
    name: string;
    customerId?: string;
    billingAddress?: Address;
    entered: Json;
  }
  export interface Line {
    sku: string;
    name: string;
    quantity: bigint;
    unitPrice: Money;
    total: Money;
  }
  /** Capture at once, or authorise to capture later or never. */
  export type Intent = 'capture' | 'authorise';
  /** How a saved method is used, if at all. */
  export type SavedUse = { tag: 'no' } | { tag: 'save' } | { tag: 'present'; val: string } | { tag: 'off-session'; val: string };
  export interface Attempt {
    attemptId: string;
    orderId: string;
    idempotencyKey: string;
    amount: Money;
    method: string;
    intent: Intent;
    returnUrl: string;
    cancelUrl: string;
    webhookUrl: string;
    buyer: Buyer;
    lines: Line[];
    saved: SavedUse;
    providerState: Json;
  }
  export type Status = 'requires-action' | 'pending' | 'authorised' | 'captured' | 'partially-refunded' | 'refunded' | 'voided' | 'declined' | 'expired' | 'unknown';
  /** `client-action` is handled by the shop's script; `redirect` sends the shopper to another site, which returns to `return-url`. */
  export type Next = { tag: 'none' } | { tag: 'redirect'; val: string } | { tag: 'client-action'; val: Json };
  /** `token` is passed on later attempts; it is no secret, but only the provider knows what it stands for. `label` is shown to the buyer, such as `Visa ending in 4242`. Never a card number. */
  export interface SavedMethod {
    token: string;
    label: string;
    expiresMs?: bigint;
  }
  /** `captured` and `refunded` are totals so far. */
  export interface Outcome {
    status: Status;
    next: Next;
    providerRef?: string;
    captured?: Money;
    refunded?: Money;
    declineMessage?: string;
    savedMethod?: SavedMethod;
    providerState: Json;
  }
  export type DisputeStatus = 'needs-response' | 'under-review' | 'won' | 'lost' | 'closed';
  /** The buyer asked their bank to take money back. `reason` is the provider's word for it. */
  export interface Dispute {
    disputeId: string;
    status: DisputeStatus;
    amount: Money;
    reason: string;
    respondByMs?: bigint;
  }
  export interface Webhook {
    method: string;
    headers: [string, string][];
    query: string;
    body: Uint8Array;
  }
  /** `outcome` is the state of the payment as the event tells it, also when the event is about a dispute. */
  export interface WebhookEvent {
    eventId: string;
    attemptId?: string;
    providerRef?: string;
    outcome: Outcome;
    dispute?: Dispute;
  }
  export function create(a: Attempt, ctx: CallContext): Outcome;
  /** Called when the shopper returns; `return-query` is the query string of that request. */
  export function authorise(a: Attempt, returnQuery: string, ctx: CallContext): Outcome;
  export function capture(a: Attempt, amount: Money, idempotencyKey: string, ctx: CallContext): Outcome;
  export function refund(a: Attempt, amount: Money, idempotencyKey: string, reason: string, ctx: CallContext): Outcome;
  export function cancel(a: Attempt, idempotencyKey: string, ctx: CallContext): Outcome;
  /** Called by the reconciler after a trap or a timeout. */
  export function fetchStatus(a: Attempt, ctx: CallContext): Outcome;
  /** `ctx.now-ms` is the time at which the request arrived, for signatures with a time stamp. */
  export function verifyWebhook(w: Webhook, ctx: CallContext): WebhookEvent[];
  /** Forgets a saved method at the provider. Forgetting one that is gone succeeds. */
  export function forget(token: string, ctx: CallContext): void;
}

declare module 'stoa:plugin/products@0.2.0' {
  export type Money = import('stoa:plugin/types@0.1.0').Money;
  export type Failure = import('stoa:plugin/reads@0.2.0').Failure;
  export type PageRequest = import('stoa:plugin/reads@0.2.0').PageRequest;
  export type ProductKind = 'physical' | 'digital' | 'service' | 'gift-card' | 'paywall';
  export type Publication = 'draft' | 'scheduled' | 'published';
  /** `url` is a path on the site. */
  export interface Picture {
    url: string;
    altText: string;
    width: number;
    height: number;
  }
  /** `stock` is none if it is not tracked. `price` is the regular one; `sale-price` holds while `on-sale`. */
  export interface ProductVariant {
    id: string;
    sku: string;
    options: [string, string][];
    price: Money;
    salePrice?: Money;
    onSale: boolean;
    stock?: bigint;
    weightGrams: bigint;
  }
  /** `url` is a path on the site; `excerpt` and `description` are HTML; `categories` are names. */
  export interface Product {
    id: string;
    storeId: string;
    name: string;
    url: string;
    kind: ProductKind;
    publication: Publication;
    excerpt: string;
    description: string;
    tags: string[];
    categories: string[];
    pictures: Picture[];
    variants: ProductVariant[];
    taxable: boolean;
    createdMs: bigint;
    updatedMs: bigint;
  }
  /** `query` searches names, tags and SKUs. What is none does not filter. */
  export interface Filter {
    query?: string;
    storeId?: string;
    kind?: ProductKind;
    publication?: Publication;
  }
  export interface ProductPage {
    products: Product[];
    next?: string;
  }
  export function get(id: string): Product | undefined;
  /** The latest change first. */
  export function listProducts(filter: Filter, page: PageRequest): ProductPage;
}

declare module 'stoa:plugin/rows@0.2.0' {
  export type Money = import('stoa:plugin/types@0.1.0').Money;
  export type Error = import('stoa:plugin/types@0.1.0').Error;
  export type CallContext = import('stoa:plugin/context@0.2.0').CallContext;
  export type ProductKind = 'physical' | 'digital' | 'service' | 'gift-card' | 'paywall';
  /** `url` is a whole address. */
  export interface Picture {
    url: string;
    altText: string;
  }
  /** `stock` is none if it is not tracked. `price` is the regular one; `sale-price` is what is paid now, if there is a sale. */
  export interface ProductVariant {
    id: string;
    sku: string;
    options: [string, string][];
    price: Money;
    salePrice?: Money;
    stock?: bigint;
    weightGrams: bigint;
  }
  /** As the owner wrote it. `url` is a whole address; `excerpt` and `description` are HTML; `categories` are names. Visitors see it if it is `published`. */
  export interface Product {
    id: string;
    name: string;
    url: string;
    kind: ProductKind;
    published: boolean;
    excerpt: string;
    description: string;
    tags: string[];
    categories: string[];
    pictures: Picture[];
    variants: ProductVariant[];
    updatedMs: bigint;
  }
  /** At most 100 products. `number` counts from 0; `last` says that no further part follows. */
  export interface Part {
    number: number;
    last: boolean;
    products: Product[];
  }
  /** `line` is where it stands in the file, from 1. `stock` is none for stock that is not to be tracked. */
  export interface StockRow {
    line: number;
    sku: string;
    stock?: number;
  }
  /** The text of a part, at most 1 MiB. The texts of all parts, in their order, are the file: at least one, which may have no products. Nothing is kept from one call to the next. `format` is the name in the manifest. */
  export function write(format: string, part: Part, ctx: CallContext): string;
  /** The rows of a file of at most 1 MiB, at most 5000. `invalid-input` if it is not of this format: its message is shown to the person. What the rows would change is shown before anything is changed, by the rules of the shop's own table. */
  export function read(format: string, file: Uint8Array, ctx: CallContext): StockRow[];
}

declare module 'stoa:plugin/shipping@0.2.0' {
  export type Money = import('stoa:plugin/types@0.1.0').Money;
  export type Error = import('stoa:plugin/types@0.1.0').Error;
  export type CallContext = import('stoa:plugin/context@0.2.0').CallContext;
  export type Cart = import('stoa:plugin/carts@0.2.0').Cart;
  export type Place = import('stoa:plugin/carts@0.2.0').Place;
  /** `code` is the option's own name, unique in the answer: lower-case letters, digits and hyphens, at most 40. `label` is shown to shoppers, in the language of the context, at most 100 characters. Days until the delivery arrives. */
  export interface Rate {
    code: string;
    label: string;
    price: Money;
    minDays?: number;
    maxDays?: number;
  }
  /** At most 50 options; none if nothing can be delivered there. */
  export function rates(cart: Cart, destination: Place, ctx: CallContext): Rate[];
}

declare module 'stoa:plugin/storage@0.2.0' {
  export type Refusal = 'changed' | 'over-quota' | 'invalid-key' | 'not-here';
  /** `next` is the cursor of the next page; none on the last. */
  export interface KeyPage {
    keys: string[];
    next?: string;
  }
  export function get(key: string): Uint8Array | undefined;
  export function set(key: string, value: Uint8Array, ttlSeconds: number | undefined): void;
  function delete_(key: string): void;
  export { delete_ as delete };
  /** Writes only if what is stored under the key is `expected`, where none means nothing. A `value` of none deletes the entry. Two calls at the same time never both succeed. */
  export function compareAndSet(key: string, expected: Uint8Array | undefined, value: Uint8Array | undefined, ttlSeconds: number | undefined): void;
  /** The keys that begin with `prefix`, in a fixed order, at most `limit` and at most 1000. */
  export function listKeys(prefix: string, cursor: string | undefined, limit: number): KeyPage;
}

declare module 'stoa:plugin/streams@0.2.0' {
  export type Fault = 'broken' | 'timeout' | 'budget-exhausted';
  /** It is read once, from its beginning, and ends with the call. */
  export class Input {
    private constructor();
    /** The next bytes, at most `max` and at most 256 KiB. None, an empty list, is the end. */
    read(max: number): Uint8Array;
  }
}

declare module 'stoa:plugin/http-streams@0.2.0' {
  export type Request = import('stoa:plugin/http@0.1.0').Request;
  export type Failure = import('stoa:plugin/http@0.1.0').Failure;
  export type Input = import('stoa:plugin/streams@0.2.0').Input;
  export interface Response {
    status: number;
    headers: [string, string][];
    body: Input;
  }
  /** Returns when the headers are there. The time limit of the request is one for the whole body. It counts as a request of the call. `not-allowed` in calls of a page render. */
  export function send(req: Request): Response;
}

declare module 'stoa:plugin/product-files@0.2.0' {
  export type Error = import('stoa:plugin/types@0.1.0').Error;
  export type CallContext = import('stoa:plugin/context@0.2.0').CallContext;
  export type Input = import('stoa:plugin/streams@0.2.0').Input;
  /** Reads a file and gives its rows to `product-rows`. `format` is the name in the manifest. `invalid-input` if it is not of this format: its message is shown to the person. What the rows would change is shown before anything is changed, by the rules of the shop's own forms. */
  export function read(format: string, file: Input, ctx: CallContext): void;
}

declare module 'stoa:plugin/taxes@0.2.0' {
  export type Money = import('stoa:plugin/types@0.1.0').Money;
  export type Error = import('stoa:plugin/types@0.1.0').Error;
  export type CallContext = import('stoa:plugin/context@0.2.0').CallContext;
  export type Cart = import('stoa:plugin/carts@0.2.0').Cart;
  export type Place = import('stoa:plugin/carts@0.2.0').Place;
  /** `name` stands on the invoice, at most 60 characters. 700 basis points are 7 %, at most 10000; 0 prints a line without an amount, such as "Reverse charge". `lines` are the ids of the lines it applies to. */
  export interface Tax {
    name: string;
    rateBasisPoints: number;
    lines: string[];
    onShipping: boolean;
  }
  /** `shipping` is the price of the chosen delivery. At most 50 taxes; none if nothing is taxed. */
  export function calculate(cart: Cart, shipping: Money | undefined, destination: Place, ctx: CallContext): Tax[];
}

declare module 'stoa:plugin/texts@0.2.0' {
  /** The text of a key in the language of the call, otherwise in English; none if neither has the key. */
  export function text(key: string): string | undefined;
  /** The same with words filled in: `{name}` is replaced by the value of `name`. Values are taken as they are. */
  export function fill(key: string, values: [string, string][]): string | undefined;
  /** The languages of the files, sorted. */
  export function languages(): string[];
}
