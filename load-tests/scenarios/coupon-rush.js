// Many shoppers want the last uses of a code at once. Afterwards the code was used as often as its limit says, no more.
import { check } from 'k6';
import { Counter } from 'k6/metrics';
import { admin, signIn } from '../lib/owner.js';
import { addToCart, checkOut, enterCode, findProducts, newVisitor } from '../lib/shop.js';
import { steady } from '../lib/options.js';

const LIMIT = Number(__ENV.STOA_CODES || 50);
const lowered = new Counter('orders_with_code');

export const options = steady({ checks: ['rate==1'], orders_with_code: [`count<=${LIMIT}`] });

export function setup() {
  const { site, token } = signIn();
  const discounts = `/api/v1/websites/${site}/discounts`;
  const wanted = {
    label: 'Rush',
    code: `RUSH-${Date.now()}`,
    kind: 'percent',
    rateBasisPoints: 1000,
    appliesTo: 'order',
    usageLimit: LIMIT,
    enabled: true,
  };
  const { id, code } = admin('POST', discounts, wanted, token);
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
  const { usedCount } = admin('GET', path, null, signIn().token);
  check(usedCount, { 'the code was used no more often than it may be': (count) => count <= LIMIT });
}
