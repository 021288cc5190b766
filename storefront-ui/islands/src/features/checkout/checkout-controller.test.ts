import { expect, test } from "vitest";
import { formatMoney } from "@/shared/money/format";
import type { Checkout } from "@/shared/api/types";
import { problem, stubServer, type Reply, type Sent } from "@/testing/server";
import { cartOf, entryOf, freshCheckout } from "@/testing/shop";
import { lastAttempt } from "./attempt-key";
import { sendCoupon, sendCustomer } from "./api";
import { CheckoutController, type CheckoutDeps } from "./checkout-controller";

const confirmation = "/checkout/order-confirmed?oid=o1&authCode=x";
const payment = {
  provider: "stoa.testcard",
  method: "card",
  data: { cardNumber: "4242424242424242", expiry: "12/29", cvc: "123", name: "Ada" },
};

function checkoutOf(part: Partial<Checkout> = {}): Checkout {
  return {
    ...freshCheckout(),
    customer: { email: "ada@example.com", mailConsent: false },
    steps: { customer: true, shipping: true, shippingOption: true, billing: true, details: true },
    ...part,
  };
}

const purchased = (): Checkout =>
  checkoutOf({
    cart: cartOf([], { isPurchased: true }),
    order: { id: "o1", redirectUrl: confirmation, heldUntil: null, heldForMs: null },
  });

const answer = (status: string, redirectUrl: string | null = null, message: string | null = null): Reply => ({
  body: { status, orderId: "o1", redirectUrl, message },
});

function openController(token = "t1", part: Partial<CheckoutDeps> = {}) {
  const went: string[] = [];
  const controller = new CheckoutController(token, {
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
    const state = controller.state();
    if (state.phase !== "open") throw new Error(`the checkout is ${state.phase}`);
    return state;
  };
  return { controller, went, open };
}

/** A shop that responds to submissions in order, and to everything else with the checkout. */
function shop(submissions: Reply[], checkout: () => Checkout = checkoutOf): Sent[] {
  return stubServer((sent) =>
    sent.path.endsWith("/submit") ? (submissions.shift() ?? answer("pending")) : { body: checkout() },
  );
}

const keysOf = (calls: Sent[]): unknown[] =>
  calls
    .filter((call) => call.path.endsWith("/submit"))
    .map((call) => (call.body as { idempotencyKey: string }).idempotencyKey);

test("a paid order redirects to its confirmation", async () => {
  const calls = shop([answer("paid", confirmation)]);
  const { controller, went } = openController();
  await controller.load();
  await controller.buy(payment, null);
  expect(calls.at(-1)).toMatchObject({ method: "POST", body: { expectedTotalCents: 3800, payment } });
  expect(went).toEqual([`go ${confirmation}`]);
});

test("an order by bank transfer redirects to the payment instructions", async () => {
  shop([answer("awaiting-transfer", confirmation)]);
  const { controller, went } = openController();
  await controller.load();
  await controller.buy({ provider: "stoa.manual", method: "bank-transfer", data: {} }, null);
  expect(went).toEqual([`go ${confirmation}`]);
});

test("a double click is one submission", async () => {
  const calls = shop([answer("paid", confirmation)]);
  const { controller } = openController();
  await controller.load();
  await Promise.all([controller.buy(payment, null), controller.buy(payment, null)]);
  expect(keysOf(calls)).toHaveLength(1);
});

test("after a lost response the next click repeats the same attempt", async () => {
  const calls = shop(["unreachable", problem(500, "internal", "Oops"), answer("paid", confirmation)]);
  const { controller, open } = openController();
  await controller.load();
  await controller.buy(payment, null);
  expect(open().notice?.lines).toEqual(["Please check your internet connection."]);
  await controller.buy(payment, null);
  expect(open().notice?.lines).toEqual(["Please try again."]);
  await controller.buy(payment, null);
  const keys = keysOf(calls);
  expect(new Set(keys).size).toBe(1);
  expect(keys).toHaveLength(3);
});

test("while the shop is unavailable the same attempt is retried, with a message", async () => {
  const away: Reply = { ...(problem(503, "unavailable", "Not ready") as object), headers: { "Retry-After": "5" } };
  const calls = shop([away, away, answer("paid", confirmation)]);
  const told: unknown[] = [];
  const { controller, went, open } = openController("t1", {
    wait: (milliseconds) => {
      told.push([milliseconds >= 3000 && milliseconds <= 30_000 * 1.25, open().busy, open().notice?.lines]);
      return Promise.resolve();
    },
  });
  await controller.load();
  await controller.buy(payment, null);
  const lines = ["You were not charged twice.", "This page retries automatically."];
  expect(told).toEqual([
    [true, true, lines],
    [true, true, lines],
  ]);
  expect(keysOf(calls)).toHaveLength(3);
  expect(new Set(keysOf(calls)).size).toBe(1);
  expect(went).toEqual([`go ${confirmation}`]);
});

test("if the shop stays unavailable the customer can retry the same attempt", async () => {
  const away: Reply = { ...(problem(503, "unavailable", "Not ready") as object), headers: { "Retry-After": "5" } };
  const calls = shop(Array.from({ length: 20 }, () => away));
  const { controller, open } = openController();
  await controller.load();
  await controller.buy(payment, null);
  expect(open()).toMatchObject({
    busy: false,
    notice: { kind: "error", lines: ["You were not charged twice. Please try again in a few minutes."] },
  });
  const asked = keysOf(calls).length;
  expect(asked).toBeLessThan(12);
  await controller.buy(payment, null);
  expect(new Set(keysOf(calls)).size).toBe(1);
});

test("a declined payment is explained and the next one is a new attempt", async () => {
  const calls = shop([answer("declined", null, "The card was declined."), answer("paid", confirmation)]);
  const { controller, open } = openController();
  await controller.load();
  await controller.buy(payment, null);
  expect(open().notice).toMatchObject({ kind: "error", lines: ["The card was declined."] });
  await controller.buy(payment, null);
  expect(new Set(keysOf(calls)).size).toBe(2);
});

test("a payment that requires the customer redirects to its page", async () => {
  shop([answer("action-required", "/checkout/test-card/a1")]);
  const { controller, went } = openController();
  await controller.load();
  await controller.buy(payment, null);
  expect(went).toEqual(["go /checkout/test-card/a1"]);
});

test("a pending payment is polled without card data until its outcome is known", async () => {
  const calls = shop([answer("pending"), answer("pending"), answer("paid", confirmation)]);
  const { controller, went } = openController();
  await controller.load();
  await controller.buy(payment, null);
  const submissions = calls.filter((call) => call.path.endsWith("/submit"));
  expect(submissions.map((call) => (call.body as { payment: unknown }).payment)).toEqual([payment, null, null]);
  expect(new Set(keysOf(calls)).size).toBe(1);
  expect(went).toEqual([`go ${confirmation}`]);
});

test("a payment that stays pending is left to a later visit", async () => {
  shop([]);
  const { controller, open } = openController();
  await controller.load();
  await controller.buy(payment, null);
  expect(open()).toMatchObject({ busy: false, notice: { title: "Your payment is still being processed." } });
  expect(lastAttempt()?.key).not.toBe("");
});

test("a reload during the payment asks for its outcome", async () => {
  shop(["unreachable"]);
  const first = openController();
  await first.controller.load();
  await first.controller.buy(payment, null);
  const key = lastAttempt()?.key;

  const calls = shop([answer("paid", confirmation)], () =>
    checkoutOf({ order: { id: "o1", redirectUrl: "", heldUntil: null, heldForMs: null } }),
  );
  const second = openController();
  await second.controller.load();
  expect(keysOf(calls)).toEqual([key]);
  expect(second.went).toEqual([`replace ${confirmation}`]);
});

test("a purchased cart redirects to its confirmation", async () => {
  shop([], purchased);
  const { controller, went } = openController();
  await controller.load();
  expect(went).toEqual([`replace ${confirmation}`]);
});

test("Back after the purchase finds an empty cart and redirects to the confirmation", async () => {
  shop([answer("paid", confirmation)]);
  const first = openController();
  await first.controller.load();
  await first.controller.buy(payment, null);

  shop([], purchased);
  const back = openController("", { isReturning: () => true });
  await back.controller.load();
  expect(back.went).toEqual([`replace ${confirmation}`]);
  const fresh = openController("");
  await fresh.controller.load();
  expect(fresh.controller.state().phase).toBe("empty");
});

test("another click has bought the cart", async () => {
  shop([problem(409, "already-purchased", "The cart has already been bought", { redirectUrl: confirmation })]);
  const { controller, went } = openController();
  await controller.load();
  await controller.buy(payment, null);
  expect(went).toEqual([`replace ${confirmation}`]);
});

test("a changed cart is shown with its changes", async () => {
  const cart = cartOf([entryOf({ purchasePriceCents: 4200 })]);
  const submissions = [problem(409, "cart-changed", "The total of your cart has changed.", { cart })];
  let isChanged = false;
  shop(submissions, () => {
    const shown = checkoutOf(isChanged ? { cart } : {});
    isChanged = true;
    return shown;
  });
  const { controller, open } = openController();
  await controller.load();
  await controller.buy(payment, null);
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

test("field errors open the step of the field", async () => {
  const errors = { email: "Enter your email address." };
  shop([problem(400, "validation-failed", "Some values are invalid", { errors })]);
  const { controller, open } = openController();
  await controller.load();
  await controller.buy(payment, null);
  expect(open()).toMatchObject({ step: "contact", errors, busy: false });
});

test("a completed step opens the next one", async () => {
  const steps = { customer: false, shipping: false, shippingOption: false, billing: true, details: true };
  let isDone = false;
  stubServer((sent) => {
    isDone ||= sent.method === "PUT";
    return { body: checkoutOf({ steps: { ...steps, customer: isDone } }) };
  });
  const { controller, open } = openController();
  await controller.load();
  expect(open()).toMatchObject({ step: "contact", hasMoved: false });
  await controller.takeStep((token) => sendCustomer(token, { email: "ada@example.com", mailConsent: false }));
  expect(open()).toMatchObject({ step: "address", hasMoved: true });
});

test("a discount code entered while a step is pending is applied after it and keeps its messages", async () => {
  const errors = { email: "Enter your email address." };
  let release = (): void => undefined;
  const pending = new Promise<void>((resolve) => {
    release = resolve;
  });
  const calls = stubServer(async (sent) => {
    if (sent.method === "POST") return problem(400, "bad-request", "This code is not valid.");
    if (sent.method === "GET") return { body: checkoutOf() };
    await pending;
    return problem(400, "validation-failed", "Some values are invalid", { errors });
  });
  const { controller, open } = openController();
  await controller.load();
  const step = controller.takeStep((token) => sendCustomer(token, { email: "ada@example.com", mailConsent: false }));
  const code = controller.changeCoupons((token) => sendCoupon(token, "nonsense"));
  await expect.poll(() => calls.map(({ method }) => method)).toEqual(["GET", "PUT"]);
  release();
  await step;
  expect(await code).toBe("This code is not valid.");
  expect(calls.map(({ method }) => method)).toEqual(["GET", "PUT", "POST"]);
  expect(open()).toMatchObject({ errors, busy: false });
});

test("changes by the shop during a step are shown, changes caused by the step are not", async () => {
  const later = (part: Partial<ReturnType<typeof cartOf>>, price = 3800): Reply => ({
    body: checkoutOf({ cart: cartOf([entryOf({ purchasePriceCents: price })], part) }),
  });
  const answers = [later({ grandTotalCents: 4800 }), later({}, 4200)];
  stubServer((sent) => (sent.method === "GET" ? { body: checkoutOf() } : (answers.shift() ?? later({}))));
  const { controller, open } = openController();
  await controller.load();
  const take = () =>
    controller.takeStep((token) => sendCustomer(token, { email: "ada@example.com", mailConsent: false }));
  await take();
  expect(open()).toMatchObject({ notice: null, hasMoved: true });
  await take();
  expect(open()).toMatchObject({
    notice: { title: "Your cart has changed.", lines: ["Hearth Mug, 10 oz / Oat now costs $42.00 instead of $38.00."] },
    hasMoved: false,
  });
});

test("a payment declined on the bank's page is reported on return", async () => {
  shop([]);
  const { controller, open } = openController("t1", { wasDeclined: () => true });
  await controller.load();
  expect(open().notice).toMatchObject({ kind: "error", title: "Payment declined" });
});

test("a payment that waits for the customer is offered, not forced", async () => {
  shop([], () =>
    checkoutOf({ order: { id: "o1", redirectUrl: "/checkout/test-card/a1", heldUntil: null, heldForMs: null } }),
  );
  const { controller, went, open } = openController();
  await controller.load();
  expect(went).toEqual([]);
  expect(open().notice?.link).toEqual({ address: "/checkout/test-card/a1", text: "Continue to payment" });
});

test("a waiting payment can be cancelled for another one", async () => {
  let waits = true;
  const waiting = { id: "o1", redirectUrl: "/checkout/test-card/a1", heldUntil: null, heldForMs: null };
  const calls = stubServer((sent) => {
    waits &&= sent.method !== "DELETE";
    return { body: checkoutOf({ order: { ...waiting, redirectUrl: waits ? waiting.redirectUrl : null } }) };
  });
  const { controller, open } = openController();
  await controller.load();
  expect(open().notice?.canGiveUp).toBe(true);
  await controller.giveUp();
  expect(calls.at(-1)).toMatchObject({ method: "DELETE", path: "/api/2/commerce/checkout/t1/payment" });
  expect(open().notice).toMatchObject({ kind: "info", title: "The payment was canceled" });
});

test("a payment confirmed meanwhile is not canceled", async () => {
  const waiting = { id: "o1", redirectUrl: "/checkout/test-card/a1", heldUntil: null, heldForMs: null };
  stubServer((sent) => ({ body: sent.method === "DELETE" ? purchased() : checkoutOf({ order: waiting }) }));
  const { controller, went } = openController();
  await controller.load();
  await controller.giveUp();
  expect(went).toEqual([`replace ${confirmation}`]);
});

test("after cancelling on the bank's page the customer chooses again", async () => {
  shop([]);
  const { controller, open } = openController("t1", { wasGivenUp: () => true });
  await controller.load();
  expect(open().notice).toMatchObject({ kind: "info", title: "The payment was canceled" });
});

test("shows that the checkout could not be loaded", async () => {
  stubServer(() => "unreachable");
  const { controller } = openController();
  await controller.load();
  expect(controller.state()).toEqual({ phase: "failed", text: "Please check your internet connection." });
});
