// Many shoppers want the last uses of a code at once. Afterwards the code was used as often as its limit says, no more.
import http from 'k6/http';
import { check, fail } from 'k6';
import { Counter } from 'k6/metrics';
import { addToCart, BASE, checkOut, enterCode, findProducts, newVisitor } from '../lib/shop.js';
import { steady } from '../lib/options.js';

const LIMIT = Number(__ENV.STOA_CODES || 50);
const ADMIN = `localhost:${__ENV.STOA_PORT || '8080'}`;
const SITE = __ENV.STOA_SITE || 'juniper';
const lowered = new Counter('orders_with_code');

export const options = steady({ checks: ['rate==1'], orders_with_code: [`count<=${LIMIT}`] });

function admin(method, path, body, token) {
  http.request('GET', `${BASE}/api/openapi.json`, null, { headers: { Host: ADMIN } });
  const [crumb] = http.cookieJar().cookiesForURL(BASE).crumb || [''];
  const headers = { Host: ADMIN, 'Content-Type': 'application/json', 'X-CSRF-Token': crumb };
  if (token) {
    headers.Authorization = `Bearer ${token}`;
  }
  const answer = http.request(method, `${BASE}${path}`, body && JSON.stringify(body), { headers });
  if (answer.status >= 300) {
    fail(`${method} ${path} answered ${answer.status}: ${answer.body}`);
  }
  return answer.json();
}

function signIn() {
  return admin('POST', '/api/auth/session', { email: 'owner@stoa.example', password: 'stoa-demo-2026' });
}

export function setup() {
  const session = signIn();
  const site = session.websites.find((website) => website.identifier === SITE);
  const discounts = `/api/v1/websites/${site.id}/discounts`;
  const wanted = {
    label: 'Rush',
    code: `RUSH-${Date.now()}`,
    kind: 'percent',
    rateBasisPoints: 1000,
    appliesTo: 'order',
    usageLimit: LIMIT,
    enabled: true,
  };
  const { id, code } = admin('POST', discounts, wanted, session.accessToken);
  newVisitor();
  const products = findProducts(true);
  newVisitor();
  return { path: `${discounts}/${id}`, code, products };
}

export default function buy({ code, products }) {
  newVisitor();
  const cart = addToCart(products[__ITER % products.length], 1);
  if (cart === null) {
    return;
  }
  const applies = enterCode(code);
  if (checkOut(cart, true) !== null && applies) {
    lowered.add(1);
  }
}

export function teardown({ path }) {
  newVisitor();
  const { usedCount } = admin('GET', path, null, signIn().accessToken);
  check(usedCount, { 'the code was used no more often than it may be': (count) => count <= LIMIT });
}
