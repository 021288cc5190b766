// Someone who buys: cart, codes, account, checkout.
import exec from "k6/execution";
import { check } from "k6";
import { list, seed } from "../lib/env.ts";
import { isBought } from "../lib/catalogue.ts";
import { pick } from "../lib/random.ts";
import type { Product } from "../lib/site.ts";
import { hostOf, pathOn } from "../lib/target.ts";
import { think } from "../lib/think.ts";
import { addToCart, changeQuantity, checkOut, enterCode, examine, personFor, type Cart, type Person } from "./cart.ts";
import { chooseProduct, see, seeProduct, type Visit } from "./visitor.ts";

/** Shares of the shoppers who do more than they must. */
const shares = { secondProduct: 0.3, otherQuantity: 0.2, code: 0.15, account: 0.1 };
/** Seconds for typing and deciding. */
const typing = { cart: 8, step: 12, account: 15 };
/** Discount codes to enter; they must exist at the target. */
const codes = list("STOA_CODES");
/** The password of test accounts, whose addresses cannot exist. */
const password = "load-test-orchard-7";

/** Another person in each visit. */
function personOf({ site }: Visit): Person {
  const number = `${seed}${exec.scenario.name.length}${exec.scenario.iterationInTest}`;
  return personFor(site.run, Number(number));
}

function sellable(product: Product | undefined): string | null {
  const variant = product?.variants.find(({ stock }) => stock === null || stock > 0);
  return variant?.sku ?? null;
}

/** Puts a product into a new cart, and often more; null if nothing is left or it failed. */
export function fillCart(visit: Visit, seen: Product | undefined): Cart | null {
  const { browser, random } = visit;
  const product = seen !== undefined && isBought(seen) ? seen : chooseProduct(visit, "bought");
  const sku = sellable(product);
  if (product === undefined || sku === null) return null;
  if (product !== seen) seeProduct(visit, product);
  let cart = addToCart(browser, product, sku);
  if (cart === null) return null;
  const added = new Set([product.id]);
  examine(browser, cart, added);
  const other = random() < shares.secondProduct ? chooseProduct(visit, "bought") : undefined;
  const otherSku = sellable(other);
  if (other !== undefined && otherSku !== null) {
    added.add(other.id);
    cart = addToCart(browser, other, otherSku) ?? cart;
    examine(browser, cart, added);
  }
  see(visit, `${visit.prefix}/cart`, "cart page", typing.cart);
  if (random() < shares.otherQuantity) changeQuantity(browser, cart, 2);
  const code = random() < shares.code ? pick(codes, random) : undefined;
  if (code !== undefined) enterCode(browser, code);
  return cart;
}

/** Opens an account and signs in, where the site has accounts. */
function openAccount(visit: Visit, { email }: Person): void {
  const { browser, random } = visit;
  see(visit, `${visit.prefix}/account`, "account page", typing.account);
  const body = { email, password, firstName: "Ada", lastName: "Moss" };
  const made = browser.call("post", "/api/site-users/account", { name: "account", in: {}, body, expected: [403, 404] });
  if (made.status !== 201) return;
  const credentials = { email, password, rememberMe: false };
  const session = browser.call("post", "/api/site-users/account/session", {
    name: "sign in",
    in: {},
    body: credentials,
  });
  check(session, { "shopper is signed in": ({ status }) => status === 200 });
  think(typing.step, random);
}

/** Buys what is in the cart, and looks at the order then: one that was confirmed must be there. */
export function order(visit: Visit, cart: Cart): void {
  const { browser, random } = visit;
  const person = personOf(visit);
  if (random() < shares.account) openAccount(visit, person);
  const page = `${visit.prefix}/checkout?cartToken=${encodeURIComponent(cart.cartToken ?? "")}`;
  see(visit, page, "checkout page", typing.step);
  const confirmed = checkOut(browser, cart, person, () => think(typing.step, random));
  if (confirmed === null) return;
  const address = pathOn(confirmed.page, [hostOf(browser.origin), visit.site.host]);
  const seen = address === null ? null : browser.open(address, "order page");
  check(seen, { "order is there afterwards": (page) => page?.status === 200 });
}
