// Everybody buys at once: new shopper, cart, address, test card, order. Products without limit, so that stock is not
// what ends the run.
import { Trend } from 'k6/metrics';
import { addToCart, checkOut, findProducts, newVisitor } from '../lib/shop.js';
import { steady } from '../lib/options.js';

const whole = new Trend('checkout', true);

export const options = steady({ checks: ['rate==1'], 'http_req_duration{name:checkout: submit}': ['max>=0'] });

export function setup() {
  return findProducts(true);
}

export default function buy(products) {
  newVisitor();
  const started = Date.now();
  const cart = addToCart(products[__ITER % products.length], 1);
  if (cart && checkOut(cart)) {
    whole.add(Date.now() - started);
  }
}
