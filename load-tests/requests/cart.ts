// A shopper's cart and checkout, call by call.
import { check } from "k6";
import type { Answer, Body } from "../lib/api.ts";
import type { Browser, Called } from "../lib/browser.ts";
import { examineCart } from "../lib/markers.ts";
import { orderConfirmed, shopperWasLate } from "../lib/metrics.ts";
import type { Product } from "../lib/site.ts";

const entries = "/api/commerce/shopping-cart/entries";
const checkout = "/api/2/commerce/checkout/{cartToken}";

export type Cart = Answer<typeof entries, "post">["shoppingCart"];
export type Checkout = Answer<typeof checkout, "get">;
type Submission = Body<`${typeof checkout}/submit`, "post">;
type Address = Body<`${typeof checkout}/shipping`, "put">;
/** The last step of a checkout. */
export interface ReadyOrder {
  token: string;
  submission: Submission;
}

/** An order that was confirmed to the shopper. */
export interface Confirmed {
  orderId: string;
  /** Path or address of its page. */
  page: string;
}

/** Whom a test order is for; nobody can have an address that ends in `.invalid`. */
export interface Person {
  email: string;
  address: Address;
}

/** The card that the test card provider approves. */
const card = { cardNumber: "4242424242424242", expiry: "12/34", cvc: "123", name: "Ada Moss" };
/** An address of each country for which one must be complete; elsewhere the first one with the other country. */
const addresses: Readonly<Record<string, Partial<Address>>> = {
  US: { line1: "12 Orchard Lane", city: "Portland", region: "OR", postalCode: "97201" },
  CA: { line1: "12 Orchard Lane", city: "Toronto", region: "ON", postalCode: "M5V 2T6" },
  JP: { line1: "1-2-3 Jingumae", city: "Shibuya-ku", region: "Tokyo", postalCode: "150-0001" },
  GB: { line1: "12 Orchard Lane", city: "London", region: "", postalCode: "E1 6AN" },
  DE: { line1: "Gartenweg 12", city: "Berlin", region: "", postalCode: "10115" },
  FR: { line1: "12 rue du Verger", city: "Paris", region: "", postalCode: "75011" },
  ES: { line1: "Calle del Huerto 12", city: "Madrid", region: "M", postalCode: "28012" },
  IT: { line1: "Via dell'Orto 12", city: "Roma", region: "RM", postalCode: "00184" },
  NL: { line1: "Tuinweg 12", city: "Amsterdam", region: "", postalCode: "1012 AB" },
  BR: { line1: "Rua do Pomar 12", city: "São Paulo", region: "SP", postalCode: "01310-100" },
  AU: { line1: "12 Orchard Lane", city: "Sydney", region: "NSW", postalCode: "2000" },
};

/** Someone for whom an order can be made. */
export function personFor(run: string, number: number): Person {
  const empty = { firstName: "Ada", lastName: "Moss", line2: "", phone: "" };
  const address = { ...empty, ...addresses["US"], country: "US" } as Address;
  return { email: `shopper-${number}@${run}.invalid`, address };
}

/** The same address in a country to which the shop sends. */
function addressFor({ address }: Person, { countries }: Checkout): Address {
  const codes = countries.map(({ code }) => code);
  const known = Object.keys(addresses).find((code) => codes.includes(code));
  const country = codes.includes(address.country ?? "") ? (address.country ?? "") : (known ?? codes[0] ?? "US");
  return { ...address, ...addresses[country], country };
}

/** Codes of answers to those before whom someone else was there. */
const late = ["cart-changed", "out-of-stock", "stock-moved"];

function isLate<T>({ problem }: Called<T>): boolean {
  return late.includes(problem?.code ?? "") || problem?.detailText?.code === "not-enough-stock";
}

/** Puts pieces of a product into the cart; null if someone else was faster or it failed. */
export function addToCart(browser: Browser, product: Product, sku: string, quantity = 1): Cart | null {
  const body = { itemId: product.id, sku, quantity, additionalFields: null };
  const answer = browser.call("post", entries, { name: "add to cart", in: {}, body, expected: [400, 409] });
  if (isLate(answer)) {
    shopperWasLate();
    return null;
  }
  const cart = answer.body?.shoppingCart ?? null;
  check(answer, {
    "add to cart answers 200": ({ status }) => status === 200,
    "cart has what was added": () => cart !== null && cart.entries.some(({ itemId }) => itemId === product.id),
  });
  return cart;
}

/** Looks whether a cart has anything that this visitor did not put into it. */
export function examine(browser: Browser, cart: Cart, added: ReadonlySet<string>): void {
  examineCart(
    browser.site,
    cart.entries.map(({ itemId }) => itemId),
    added,
  );
}

/** Enters a discount code; whether the cart has a discount then. */
export function enterCode(browser: Browser, promoCode: string): boolean {
  const answer = browser.call("post", "/api/commerce/shopping-cart/coupons", {
    name: "enter code",
    in: {},
    body: { promoCode },
  });
  check(answer, { "enter code answers 200": ({ status }) => status === 200 });
  return (answer.body?.shoppingCart.discountCents ?? 0) > 0;
}

/** Changes the quantity of the first line. */
export function changeQuantity(browser: Browser, { entries: lines }: Cart, quantity: number): void {
  const [line] = lines;
  if (line === undefined) return;
  const answer = browser.call("put", `${entries}/{entryId}`, {
    name: "change quantity",
    in: { entryId: line.id },
    body: { quantity },
    expected: [400, 409],
  });
  if (isLate(answer)) shopperWasLate();
  else check(answer, { "change quantity answers 200": ({ status }) => status === 200 });
}

/** What a shopper does between two steps. */
export type Pause = () => void;

/** All steps of a checkout but the last; null if one fails. */
export function prepare(browser: Browser, cart: Cart, person: Person, pause: Pause = () => {}): ReadyOrder | null {
  const token = cart.cartToken ?? "";
  const at = { in: { cartToken: token } };
  const done = (name: string, answer: Called<Checkout>): Checkout | null => {
    check(answer, { [`${name} answers 200`]: ({ status }) => status === 200 });
    if (answer.body !== null) pause();
    return answer.body;
  };
  const customer = { email: person.email, mailConsent: false };
  let name = "checkout: customer";
  let state = done(name, browser.call("put", `${checkout}/customer`, { ...at, name, body: customer }));
  if (state === null) return null;
  const address = addressFor(person, state);
  const isShipped = state.cart.requiresShipping;
  if (isShipped) {
    name = "checkout: shipping";
    state = done(name, browser.call("put", `${checkout}/shipping`, { ...at, name, body: address }));
    const option = state?.shippingOptions[0];
    check(option, { "there is a shipping option": (found) => found !== undefined });
    if (state === null || option === undefined) return null;
    name = "checkout: shipping option";
    const body = { optionId: option.id };
    state = done(name, browser.call("put", `${checkout}/shipping-option`, { ...at, name, body }));
  }
  name = "checkout: billing";
  const body = isShipped ? { sameAsShipping: true } : { sameAsShipping: false, address };
  if (state === null) return null;
  state = done(name, browser.call("put", `${checkout}/billing`, { ...at, name, body }));
  return state === null ? null : { token, submission: submissionOf(browser, state, token) };
}

/** The test payment of a cart; a free one needs none. */
function submissionOf(browser: Browser, { cart, paymentMethods }: Checkout, token: string): Submission {
  const tested = browser.site.paymentMethods.filter(({ testMode }) => testMode);
  const method =
    paymentMethods.find((one) => tested.some(({ provider }) => provider === one.provider)) ?? paymentMethods[0];
  const payment =
    method === undefined || cart.grandTotalCents === 0
      ? null
      : { provider: method.provider, method: method.method, data: card };
  return { idempotencyKey: `load-${token}`, expectedTotalCents: cart.grandTotalCents, payment };
}

/** Places the order; null if someone else was faster or it failed. */
export function pay(browser: Browser, { token, submission }: ReadyOrder): Confirmed | null {
  const options = { name: "checkout: submit", in: { cartToken: token }, body: submission, expected: [409] };
  const answer = browser.call("post", `${checkout}/submit`, options);
  if (isLate(answer)) {
    shopperWasLate();
    return null;
  }
  const isPaid = check(answer, {
    "submit answers 200": ({ status }) => status === 200,
    "order is paid": ({ body }) => body?.status === "paid",
  });
  if (!isPaid || answer.body === null) return null;
  orderConfirmed(browser.site.runId, answer.body.orderId);
  return { orderId: answer.body.orderId, page: answer.body.redirectUrl ?? "" };
}

/** From a filled cart to a paid order. */
export function checkOut(browser: Browser, cart: Cart, person: Person, pause?: Pause): Confirmed | null {
  const ready = prepare(browser, cart, person, pause);
  return ready === null ? null : pay(browser, ready);
}
