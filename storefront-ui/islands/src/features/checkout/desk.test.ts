import { expect, test } from "vitest";
import { formatMoney } from "@/shared/money/format";
import type { Checkout } from "@/shared/api/types";
import { problem, stubServer, type Reply, type Sent } from "@/testing/server";
import { cartOf, countryOf, entryOf } from "@/testing/shop";
import { lastAttempt } from "./attempt-key";
import { sendCustomer } from "./calls";
import { CheckoutDesk, type DeskTools } from "./desk";

const confirmation = "/checkout/order-confirmed?oid=o1&authCode=x";
const payment = {
  provider: "stoa.testcard",
  method: "card",
  data: { cardNumber: "4242424242424242", expiry: "12/29", cvc: "123", name: "Ada" },
};

function checkoutOf(part: Partial<Checkout> = {}): Checkout {
  return {
    cartToken: "t1",
    cart: cartOf([entryOf()]),
    customer: { email: "ada@example.com", mailConsent: false },
    shippingAddress: null,
    shippingAddressLines: [],
    billingAddress: null,
    billingAddressLines: [],
    billingSameAsShipping: true,
    asksBilling: false,
    shippingOptions: [],
    pickups: [],
    selectedShippingOptionId: null,
    collector: null,
    delivers: true,
    paymentMethods: [{ provider: "stoa.testcard", method: "card", label: "Card", testMode: true, form: "card" }],
    countries: [countryOf("US")],
    steps: { customer: true, shipping: true, shippingOption: true, billing: true, details: true },
    proposesAddresses: false,
    takesCodes: true,
    settings: { guestCheckout: true, orderNote: false, fields: [] },
    note: "",
    answers: [],
    keepsAddress: false,
    buyer: null,
    order: null,
    ...part,
  };
}

const purchased = (): Checkout =>
  checkoutOf({ cart: cartOf([], { isPurchased: true }), order: { id: "o1", redirectUrl: confirmation, heldUntil: null, heldForMs: null } });

const answer = (status: string, redirectUrl: string | null = null, message: string | null = null): Reply => ({
  body: { status, orderId: "o1", redirectUrl, message },
});

function openDesk(token = "t1", part: Partial<DeskTools> = {}) {
  const went: string[] = [];
  const desk = new CheckoutDesk(token, {
    go: (address) => went.push(`go ${address}`),
    replace: (address) => went.push(`replace ${address}`),
    money: (amount, currency) => formatMoney(amount, currency, "en-US"),
    cartSeen: () => undefined,
    wait: () => Promise.resolve(),
    isReturning: () => false,
    wasDeclined: () => false,
    wasGivenUp: () => false,
    ...part,
  });
  const open = () => {
    const state = desk.state();
    if (state.phase !== "open") throw new Error(`the checkout is ${state.phase}`);
    return state;
  };
  return { desk, went, open };
}

/** A shop that answers submissions one by one and everything else with the checkout. */
function shop(submissions: Reply[], checkout: () => Checkout = checkoutOf): Sent[] {
  return stubServer((sent) =>
    sent.path.endsWith("/submit") ? (submissions.shift() ?? answer("pending")) : { body: checkout() },
  );
}

const keysOf = (calls: Sent[]): unknown[] =>
  calls.filter((call) => call.path.endsWith("/submit")).map((call) => (call.body as { idempotencyKey: string }).idempotencyKey);

test("a paid order leads to its confirmation", async () => {
  const calls = shop([answer("paid", confirmation)]);
  const { desk, went } = openDesk();
  await desk.load();
  await desk.buy(payment, null);
  expect(calls.at(-1)).toMatchObject({ method: "POST", body: { expectedTotalCents: 3800, payment } });
  expect(went).toEqual([`go ${confirmation}`]);
});

test("an order by transfer leads to the page that says how to pay", async () => {
  shop([answer("awaiting-transfer", confirmation)]);
  const { desk, went } = openDesk();
  await desk.load();
  await desk.buy({ provider: "stoa.manual", method: "bank-transfer", data: {} }, null);
  expect(went).toEqual([`go ${confirmation}`]);
});

test("a double click is one submission", async () => {
  const calls = shop([answer("paid", confirmation)]);
  const { desk } = openDesk();
  await desk.load();
  await Promise.all([desk.buy(payment, null), desk.buy(payment, null)]);
  expect(keysOf(calls)).toHaveLength(1);
});

test("after a lost answer the next click asks about the same attempt", async () => {
  const calls = shop(["unreachable", problem(500, "internal", "Oops"), answer("paid", confirmation)]);
  const { desk, open } = openDesk();
  await desk.load();
  await desk.buy(payment, null);
  expect(open().notice?.lines).toEqual(["Please check your internet connection."]);
  await desk.buy(payment, null);
  expect(open().notice?.lines).toEqual(["Please try again."]);
  await desk.buy(payment, null);
  const keys = keysOf(calls);
  expect(new Set(keys).size).toBe(1);
  expect(keys).toHaveLength(3);
});

test("while the shop is away the same attempt is repeated by itself, and the shopper reads so", async () => {
  const away: Reply = { ...(problem(503, "unavailable", "Not ready") as object), headers: { "Retry-After": "5" } };
  const calls = shop([away, away, answer("paid", confirmation)]);
  const told: unknown[] = [];
  const { desk, went, open } = openDesk("t1", {
    wait: (milliseconds) => {
      told.push([milliseconds >= 3000 && milliseconds <= 30_000 * 1.25, open().busy, open().notice?.lines]);
      return Promise.resolve();
    },
  });
  await desk.load();
  await desk.buy(payment, null);
  const lines = ["You were not charged twice.", "This page tries again by itself."];
  expect(told).toEqual([
    [true, true, lines],
    [true, true, lines],
  ]);
  expect(keysOf(calls)).toHaveLength(3);
  expect(new Set(keysOf(calls)).size).toBe(1);
  expect(went).toEqual([`go ${confirmation}`]);
});

test("a shop that stays away is left to the shopper, with the same attempt", async () => {
  const away: Reply = { ...(problem(503, "unavailable", "Not ready") as object), headers: { "Retry-After": "5" } };
  const calls = shop(Array.from({ length: 20 }, () => away));
  const { desk, open } = openDesk();
  await desk.load();
  await desk.buy(payment, null);
  expect(open()).toMatchObject({
    busy: false,
    notice: { kind: "error", lines: ["You were not charged twice. Please try again in a few minutes."] },
  });
  const asked = keysOf(calls).length;
  expect(asked).toBeLessThan(12);
  await desk.buy(payment, null);
  expect(new Set(keysOf(calls)).size).toBe(1);
});

test("a declined payment is explained and the next one is a new attempt", async () => {
  const calls = shop([answer("declined", null, "The card was declined."), answer("paid", confirmation)]);
  const { desk, open } = openDesk();
  await desk.load();
  await desk.buy(payment, null);
  expect(open().notice).toMatchObject({ kind: "error", lines: ["The card was declined."] });
  await desk.buy(payment, null);
  expect(new Set(keysOf(calls)).size).toBe(2);
});

test("a payment that needs the shopper leads to its page", async () => {
  shop([answer("action-required", "/checkout/test-card/a1")]);
  const { desk, went } = openDesk();
  await desk.load();
  await desk.buy(payment, null);
  expect(went).toEqual(["go /checkout/test-card/a1"]);
});

test("a pending payment is asked about without card data until it is known", async () => {
  const calls = shop([answer("pending"), answer("pending"), answer("paid", confirmation)]);
  const { desk, went } = openDesk();
  await desk.load();
  await desk.buy(payment, null);
  const submissions = calls.filter((call) => call.path.endsWith("/submit"));
  expect(submissions.map((call) => (call.body as { payment: unknown }).payment)).toEqual([payment, null, null]);
  expect(new Set(keysOf(calls)).size).toBe(1);
  expect(went).toEqual([`go ${confirmation}`]);
});

test("a payment that stays pending is left to a later visit", async () => {
  shop([]);
  const { desk, open } = openDesk();
  await desk.load();
  await desk.buy(payment, null);
  expect(open()).toMatchObject({ busy: false, notice: { title: "Your payment is still being processed." } });
  expect(lastAttempt()?.key).not.toBe("");
});

test("a reload during the payment asks how it went", async () => {
  shop(["unreachable"]);
  const first = openDesk();
  await first.desk.load();
  await first.desk.buy(payment, null);
  const key = lastAttempt()?.key;

  const calls = shop([answer("paid", confirmation)], () => checkoutOf({ order: { id: "o1", redirectUrl: "", heldUntil: null, heldForMs: null } }));
  const second = openDesk();
  await second.desk.load();
  expect(keysOf(calls)).toEqual([key]);
  expect(second.went).toEqual([`replace ${confirmation}`]);
});

test("a cart that was bought leads to its confirmation", async () => {
  shop([], purchased);
  const { desk, went } = openDesk();
  await desk.load();
  expect(went).toEqual([`replace ${confirmation}`]);
});

test("Back after the purchase finds an empty cart and leads to the confirmation", async () => {
  shop([answer("paid", confirmation)]);
  const first = openDesk();
  await first.desk.load();
  await first.desk.buy(payment, null);

  shop([], purchased);
  const back = openDesk("", { isReturning: () => true });
  await back.desk.load();
  expect(back.went).toEqual([`replace ${confirmation}`]);
  const fresh = openDesk("");
  await fresh.desk.load();
  expect(fresh.desk.state().phase).toBe("empty");
});

test("somebody else's click bought the cart", async () => {
  shop([problem(409, "already-purchased", "The cart has already been bought", { redirectUrl: confirmation })]);
  const { desk, went } = openDesk();
  await desk.load();
  await desk.buy(payment, null);
  expect(went).toEqual([`replace ${confirmation}`]);
});

test("a changed cart is shown with what changed", async () => {
  const cart = cartOf([entryOf({ purchasePriceCents: 4200 })]);
  const submissions = [problem(409, "cart-changed", "The total of your cart has changed.", { cart })];
  let isChanged = false;
  shop(submissions, () => {
    const shown = checkoutOf(isChanged ? { cart } : {});
    isChanged = true;
    return shown;
  });
  const { desk, open } = openDesk();
  await desk.load();
  await desk.buy(payment, null);
  expect(open().notice).toMatchObject({
    kind: "warning",
    title: "The total of your cart has changed.",
    lines: [
      "Hearth Mug, 10 oz / Oat now costs $42.00 instead of $38.00.",
      "The total is now $42.00 instead of $38.00.",
    ],
  });
  expect(open().checkout.cart.grandTotalCents).toBe(4200);
});

test("errors beside fields open the step they belong to", async () => {
  const errors = { email: "Enter your email address." };
  shop([problem(400, "validation-failed", "Some values are not right", { errors })]);
  const { desk, open } = openDesk();
  await desk.load();
  await desk.buy(payment, null);
  expect(open()).toMatchObject({ step: "contact", errors, busy: false });
});

test("a step that is taken opens the next one", async () => {
  const steps = { customer: false, shipping: false, shippingOption: false, billing: true, details: true };
  let isDone = false;
  stubServer((sent) => {
    isDone ||= sent.method === "PUT";
    return { body: checkoutOf({ steps: { ...steps, customer: isDone } }) };
  });
  const { desk, open } = openDesk();
  await desk.load();
  expect(open()).toMatchObject({ step: "contact", hasMoved: false });
  await desk.takeStep((token) => sendCustomer(token, { email: "ada@example.com", mailConsent: false }));
  expect(open()).toMatchObject({ step: "address", hasMoved: true });
});

test("what the shop changed while a step was filled in is told, what the step itself costs is not", async () => {
  const later = (part: Partial<ReturnType<typeof cartOf>>, price = 3800): Reply => ({
    body: checkoutOf({ cart: cartOf([entryOf({ purchasePriceCents: price })], part) }),
  });
  const answers = [later({ grandTotalCents: 4800 }), later({}, 4200)];
  stubServer((sent) => (sent.method === "GET" ? { body: checkoutOf() } : (answers.shift() ?? later({}))));
  const { desk, open } = openDesk();
  await desk.load();
  const take = () => desk.takeStep((token) => sendCustomer(token, { email: "ada@example.com", mailConsent: false }));
  await take();
  expect(open()).toMatchObject({ notice: null, hasMoved: true });
  await take();
  expect(open()).toMatchObject({
    notice: { title: "Your cart has changed.", lines: ["Hearth Mug, 10 oz / Oat now costs $42.00 instead of $38.00."] },
    hasMoved: false,
  });
});

test("a payment refused on the bank's page is told when the shopper comes back", async () => {
  shop([]);
  const { desk, open } = openDesk("t1", { wasDeclined: () => true });
  await desk.load();
  expect(open().notice).toMatchObject({ kind: "error", title: "Payment declined" });
});

test("a payment that still waits for the shopper is offered, not forced", async () => {
  shop([], () => checkoutOf({ order: { id: "o1", redirectUrl: "/checkout/test-card/a1", heldUntil: null, heldForMs: null } }));
  const { desk, went, open } = openDesk();
  await desk.load();
  expect(went).toEqual([]);
  expect(open().notice?.link).toEqual({ address: "/checkout/test-card/a1", text: "Continue to payment" });
});

test("a payment that waits can be given up for another one", async () => {
  let waits = true;
  const waiting = { id: "o1", redirectUrl: "/checkout/test-card/a1", heldUntil: null, heldForMs: null };
  const calls = stubServer((sent) => {
    waits &&= sent.method !== "DELETE";
    return { body: checkoutOf({ order: { ...waiting, redirectUrl: waits ? waiting.redirectUrl : null } }) };
  });
  const { desk, open } = openDesk();
  await desk.load();
  expect(open().notice?.canGiveUp).toBe(true);
  await desk.giveUp();
  expect(calls.at(-1)).toMatchObject({ method: "DELETE", path: "/api/2/commerce/checkout/t1/payment" });
  expect(open().notice).toMatchObject({ kind: "info", title: "The payment was canceled" });
});

test("a payment that was confirmed meanwhile is not given up", async () => {
  const waiting = { id: "o1", redirectUrl: "/checkout/test-card/a1", heldUntil: null, heldForMs: null };
  stubServer((sent) => ({ body: sent.method === "DELETE" ? purchased() : checkoutOf({ order: waiting }) }));
  const { desk, went } = openDesk();
  await desk.load();
  await desk.giveUp();
  expect(went).toEqual([`replace ${confirmation}`]);
});

test("who gives the payment up on the bank's page chooses anew", async () => {
  shop([]);
  const { desk, open } = openDesk("t1", { wasGivenUp: () => true });
  await desk.load();
  expect(open().notice).toMatchObject({ kind: "info", title: "The payment was canceled" });
});

test("a checkout that cannot be fetched says so", async () => {
  stubServer(() => "unreachable");
  const { desk } = openDesk();
  await desk.load();
  expect(desk.state()).toEqual({ phase: "failed", text: "Please check your internet connection." });
});
