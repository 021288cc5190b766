// A shopper's calls. k6 does not resolve names below "localhost", so every call goes to 127.0.0.1 with a Host header.
import http from 'k6/http';
import { check, fail } from 'k6';

const PORTS = (__ENV.STOA_PORTS || __ENV.STOA_PORT || '8080').split(',');
// Shoppers take turns at the servers; what comes before and after happens at the first.
const PORT = PORTS[Math.max(0, __VU - 1) % PORTS.length];
const HOST = `${__ENV.STOA_SITE || 'juniper'}.localhost:${PORT}`;
const TOO_LATE = 'Sorry, we do not have enough of that item available.';
export const BASE = `http://127.0.0.1:${PORT}`;

/** GET of a page or an API path; `name` groups the figures. */
export function get(path, name) {
  return http.get(`${BASE}${path}`, { headers: { Host: HOST }, redirects: 0, tags: { name: name || path } });
}

/** A call that changes something: carries the crumb, and repeats once when the server hands out a fresh one. */
export function send(method, path, body, name) {
  const answer = sendOnce(method, path, body, name);
  if (answer.status === 403 && answer.json('crumbFail') === true) {
    return sendOnce(method, path, body, name);
  }
  return answer;
}

function sendOnce(method, path, body, name) {
  const headers = { Host: HOST, 'Content-Type': 'application/json', 'X-CSRF-Token': crumb() };
  return http.request(method, `${BASE}${path}`, JSON.stringify(body), { headers, redirects: 0, tags: { name } });
}

function crumb() {
  const cookies = http.cookieJar().cookiesForURL(BASE);
  if (!cookies.crumb) {
    get('/api/commerce/shopping-cart', 'cart');
  }
  const [value] = http.cookieJar().cookiesForURL(BASE).crumb || [''];
  return value;
}

/** Forgets the cookies: the next call comes from a new visitor. */
export function newVisitor() {
  http.cookieJar().clear(BASE);
}

/** What lets the visitor of the calls so far go on in another iteration, which begins without cookies. */
export function visitor() {
  return crumb();
}

/** The next call comes from the visitor that `visitor` told of. */
export function goOnAs(known) {
  http.cookieJar().set(BASE, 'crumb', known);
}

/**
 * The products that the sitemap names, each with the variants one can buy now. `onlyUnlimited` leaves out those whose
 * stock a long run would use up.
 */
export function findProducts(onlyUnlimited) {
  const sitemap = get('/sitemap.xml');
  if (sitemap.status !== 200) {
    fail(`/sitemap.xml answered ${sitemap.status}`);
  }
  const paths = [...sitemap.body.matchAll(/<loc>https?:\/\/[^/<]+(\/[^<]+)<\/loc>/g)]
    .map((match) => match[1])
    .filter((path) => path.split('/').length === 3);
  const products = [];
  for (const path of paths) {
    const page = get(path, 'product page');
    const data = /<script[^>]*data-stoa-product[^>]*>([\s\S]*?)<\/script>/.exec(page.body || '');
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
    fail(`the sitemap of ${HOST} leads to no product that can be bought${onlyUnlimited ? ' without limit' : ''}`);
  }
  return products;
}

export function viewProduct(product) {
  const page = get(product.path, 'product page');
  check(page, { 'product page answers 200': (answer) => answer.status === 200 });
  return page;
}

/** The cart with the product in it, or null. Where others may be faster, being told so is a good answer too. */
export function addToCart(product, quantity, othersMayBeFaster = false) {
  const body = { itemId: product.id, sku: product.sku, quantity, additionalFields: null };
  const answer = send('POST', '/api/commerce/shopping-cart/entries', body, 'add to cart');
  if (othersMayBeFaster && answer.status === 400) {
    check(answer, { 'who is late is told so': (response) => response.json('error') === TOO_LATE });
    return null;
  }
  check(answer, {
    'add to cart answers 200': (response) => response.status === 200,
    'cart holds what was added': (response) => response.status === 200 && response.json('shoppingCart.totalQuantity') >= quantity,
  });
  return answer.status === 200 ? answer.json('shoppingCart') : null;
}

/** Enters a code; says whether it takes something off now. */
export function enterCode(code) {
  const answer = send('POST', '/api/commerce/shopping-cart/coupons', { promoCode: code }, 'enter code');
  check(answer, { 'enter code answers 200': (response) => response.status === 200 });
  return answer.status === 200 && answer.json('shoppingCart.discountCents') > 0;
}

/**
 * From a filled cart to a paid order with the test card; returns the order's id, or null when a step failed. Where
 * others may be faster, an answer that the cart has changed is a good one too.
 */
export function checkOut(cart, othersMayBeFaster = false) {
  const ready = prepare(cart);
  return ready && pay(ready, othersMayBeFaster);
}

/** All steps of a checkout but the last; returns what is to be sent then, or null when a step failed. */
export function prepare(cart) {
  const path = `/api/2/commerce/checkout/${cart.cartToken}`;
  const step = (name, answer) => {
    check(answer, { [`${name} answers 200`]: (response) => response.status === 200 });
    return answer.status === 200 ? answer.json() : null;
  };
  const customer = { email: `shopper-${cart.cartToken}@example.com`.toLowerCase(), mailConsent: false };
  let checkout = step('customer', send('PUT', `${path}/customer`, customer, 'checkout: customer'));
  if (checkout && checkout.cart.requiresShipping) {
    checkout = step('shipping', send('PUT', `${path}/shipping`, ADDRESS, 'checkout: shipping'));
    const [option] = checkout ? checkout.shippingOptions : [];
    if (!option) {
      return null;
    }
    const choice = { optionId: option.id };
    checkout = step('shipping option', send('PUT', `${path}/shipping-option`, choice, 'checkout: shipping option'));
  }
  const billing = checkout && checkout.cart.requiresShipping ? { sameAsShipping: true } : { sameAsShipping: false, address: ADDRESS };
  checkout = checkout && step('billing', send('PUT', `${path}/billing`, billing, 'checkout: billing'));
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

/** The last step of a checkout; returns the order's id, or null when it failed. */
export function pay({ path, order }, othersMayBeFaster = false) {
  const answer = send('POST', path, order, 'checkout: submit');
  if (othersMayBeFaster && answer.status === 409) {
    check(answer, { 'who is late is shown the new cart': (response) => response.json('cart.grandTotalCents') > 0 });
    return null;
  }
  const paid = check(answer, {
    'submit answers 200': (response) => response.status === 200,
    'order is paid': (response) => response.status === 200 && response.json('status') === 'paid',
  });
  return paid ? answer.json('orderId') : null;
}

const ADDRESS = {
  firstName: 'Ada',
  lastName: 'Moss',
  line1: '12 Orchard Lane',
  line2: '',
  city: 'Portland',
  region: 'OR',
  postalCode: '97201',
  country: 'US',
  phone: '',
};

// The number that the test card provider always approves.
const CARD = { cardNumber: '4242424242424242', expiry: '12/34', cvc: '123', name: 'Ada Moss' };
