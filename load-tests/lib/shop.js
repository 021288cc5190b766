// Requests of a shopper. k6 does not resolve subdomains of "localhost", so every request goes to 127.0.0.1 with a Host header.
import http from "k6/http";
import { check, fail } from "k6";

const PORTS = (__ENV.STOA_PORTS || __ENV.STOA_PORT || "8080").split(",");
// Shoppers are distributed over the servers; setup and teardown use the first one.
const PORT = PORTS[Math.max(0, __VU - 1) % PORTS.length];
const HOST = `${__ENV.STOA_SITE || "juniper"}.localhost:${PORT}`;
const TOO_LATE = "Sorry, we do not have enough of that item available.";
export const BASE = `http://127.0.0.1:${PORT}`;

/** GET of a page or an API path; `name` groups the statistics. */
export function get(path, name) {
  return http.get(`${BASE}${path}`, { headers: { Host: HOST }, redirects: 0, tags: { name: name || path } });
}

/** A request that changes data: sends the CSRF token, and is repeated once if the server issues a new one. */
export function send(method, path, body, name) {
  const answer = sendOnce(method, path, body, name);
  if (answer.status === 403 && answer.json("crumbFail") === true) {
    return sendOnce(method, path, body, name);
  }
  return answer;
}

function sendOnce(method, path, body, name) {
  const headers = { Host: HOST, "Content-Type": "application/json", "X-CSRF-Token": crumb() };
  return http.request(method, `${BASE}${path}`, JSON.stringify(body), { headers, redirects: 0, tags: { name } });
}

function crumb() {
  const cookies = http.cookieJar().cookiesForURL(BASE);
  if (!cookies.crumb) {
    get("/api/commerce/shopping-cart", "cart");
  }
  const [value] = http.cookieJar().cookiesForURL(BASE).crumb || [""];
  return value;
}

/** Clears the cookies: the next request is that of a new visitor. */
export function newVisitor() {
  http.cookieJar().clear(BASE);
}

/** Identifies the current visitor, to continue as the same visitor in another iteration, which starts without cookies. */
export function visitor() {
  return crumb();
}

/** Continues as a visitor returned by `visitor`. */
export function goOnAs(known) {
  http.cookieJar().set(BASE, "crumb", known);
}

/**
 * The products in the sitemap, each with its first variant that is in stock. `onlyUnlimited` omits variants whose stock
 * a long run would use up.
 */
export function findProducts(onlyUnlimited) {
  const sitemap = get("/sitemap.xml");
  if (sitemap.status !== 200) {
    fail(`/sitemap.xml answered ${sitemap.status}`);
  }
  const paths = [...sitemap.body.matchAll(/<loc>https?:\/\/[^/<]+(\/[^<]+)<\/loc>/g)]
    .map((match) => match[1])
    .filter((path) => path.split("/").length === 3);
  const products = [];
  for (const path of paths) {
    const page = get(path, "product page");
    const data = /<script[^>]*data-stoa-product[^>]*>([\s\S]*?)<\/script>/.exec(page.body || "");
    if (data) {
      const product = JSON.parse(data[1]);
      const variants = product.structuredContent.variants.filter(
        (variant) => variant.unlimited || (!onlyUnlimited && variant.qtyInStock > 0),
      );
      if (variants.length > 0) {
        products.push({ id: product.id, path, sku: variants[0].sku });
      }
    }
  }
  if (products.length === 0) {
    fail(`the sitemap of ${HOST} leads to no product that can be bought${onlyUnlimited ? " without limit" : ""}`);
  }
  return products;
}

export function viewProduct(product) {
  const page = get(product.path, "product page");
  check(page, { "product page answers 200": (answer) => answer.status === 200 });
  return page;
}

/** The cart with the product in it, or null. With `othersMayBeFaster`, an out-of-stock error is a valid response too. */
export function addToCart(product, quantity, othersMayBeFaster = false) {
  const body = { itemId: product.id, sku: product.sku, quantity, additionalFields: null };
  const answer = send("POST", "/api/commerce/shopping-cart/entries", body, "add to cart");
  if (othersMayBeFaster && answer.status === 400) {
    check(answer, { "late shopper gets the out-of-stock error": (response) => response.json("error") === TOO_LATE });
    return null;
  }
  check(answer, {
    "add to cart answers 200": (response) => response.status === 200,
    "cart contains the added quantity": (response) =>
      response.status === 200 && response.json("shoppingCart.totalQuantity") >= quantity,
  });
  return answer.status === 200 ? answer.json("shoppingCart") : null;
}

/** Enters a discount code; returns whether the cart has a discount now. */
export function enterCode(code) {
  const answer = send("POST", "/api/commerce/shopping-cart/coupons", { promoCode: code }, "enter code");
  check(answer, { "enter code answers 200": (response) => response.status === 200 });
  return answer.status === 200 && answer.json("shoppingCart.discountCents") > 0;
}

/**
 * From a filled cart to an order paid with the test card; returns the order's id, or null if a step failed. With
 * `othersMayBeFaster`, the response that the cart has changed is valid too.
 */
export function checkOut(cart, othersMayBeFaster = false) {
  const ready = prepare(cart);
  return ready && pay(ready, othersMayBeFaster);
}

/** All steps of a checkout except the last; returns the request for the last one, or null if a step failed. */
export function prepare(cart) {
  const path = `/api/2/commerce/checkout/${cart.cartToken}`;
  const step = (name, answer) => {
    check(answer, { [`${name} answers 200`]: (response) => response.status === 200 });
    return answer.status === 200 ? answer.json() : null;
  };
  const customer = { email: `shopper-${cart.cartToken}@example.com`.toLowerCase(), mailConsent: false };
  let checkout = step("customer", send("PUT", `${path}/customer`, customer, "checkout: customer"));
  if (checkout && checkout.cart.requiresShipping) {
    checkout = step("shipping", send("PUT", `${path}/shipping`, ADDRESS, "checkout: shipping"));
    const [option] = checkout ? checkout.shippingOptions : [];
    if (!option) {
      return null;
    }
    const choice = { optionId: option.id };
    checkout = step("shipping option", send("PUT", `${path}/shipping-option`, choice, "checkout: shipping option"));
  }
  const billing =
    checkout && checkout.cart.requiresShipping ? { sameAsShipping: true } : { sameAsShipping: false, address: ADDRESS };
  checkout = checkout && step("billing", send("PUT", `${path}/billing`, billing, "checkout: billing"));
  if (!checkout) {
    return null;
  }
  const [method] = checkout.paymentMethods;
  const order = {
    idempotencyKey: `load-${cart.cartToken}`,
    expectedTotalCents: checkout.cart.grandTotalCents,
    payment: { provider: method.provider, method: method.method, data: CARD },
  };
  return { path: `${path}/submit`, order };
}

/** The last step of a checkout; returns the order's id, or null if it failed. */
export function pay({ path, order }, othersMayBeFaster = false) {
  const answer = send("POST", path, order, "checkout: submit");
  if (othersMayBeFaster && answer.status === 409) {
    check(answer, { "late shopper gets the changed cart": (response) => response.json("cart.grandTotalCents") > 0 });
    return null;
  }
  const paid = check(answer, {
    "submit answers 200": (response) => response.status === 200,
    "order is paid": (response) => response.status === 200 && response.json("status") === "paid",
  });
  return paid ? answer.json("orderId") : null;
}

const ADDRESS = {
  firstName: "Ada",
  lastName: "Moss",
  line1: "12 Orchard Lane",
  line2: "",
  city: "Portland",
  region: "OR",
  postalCode: "97201",
  country: "US",
  phone: "",
};

// The card number that the test card provider always approves.
const CARD = { cardNumber: "4242424242424242", expiry: "12/34", cvc: "123", name: "Ada Moss" };
