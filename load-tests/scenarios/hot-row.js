// Everybody buys the same variant, whose stock is counted: every order writes the same row. Afterwards exactly as many
// pieces are gone as were sold.
import { check, fail } from 'k6';
import { Counter, Trend } from 'k6/metrics';
import { admin, signIn } from '../lib/owner.js';
import { addToCart, checkOut, newVisitor } from '../lib/shop.js';
import { steady } from '../lib/options.js';

const STOCK = 1000000;
const whole = new Trend('checkout', true);
const sold = new Counter('pieces_sold');

export const options = steady({ checks: ['rate==1'], 'http_req_duration{name:checkout: submit}': ['max>=0'] });

/** The first physical product with a visible variant, and where its stock is set. */
function findProduct({ site, token }) {
  const stores = `/api/content-service/product/1.1/websites/${site}/products`;
  for (const { id } of admin('GET', stores, null, token).collections) {
    for (const item of admin('GET', `${stores}/${id}/items?limit=50`, null, token).items) {
      const product = admin('GET', `${stores}/${id}/items/${item.id}`, null, token);
      const [variant] = product.variants || [];
      if (variant && product.productType === 1 && product.visible) {
        return { path: `${stores}/${id}/items/${item.id}`, product, variant };
      }
    }
  }
  return fail('the demo shop has no product to buy');
}

export function setup() {
  const session = signIn();
  const { path, product, variant } = findProduct(session);
  const stock = { variantId: variant.id, unlimited: false, qtyInStock: STOCK };
  admin('PUT', `${path}/stock`, stock, session.token);
  newVisitor();
  return { path, variantId: variant.id, product: { id: product.id, sku: variant.sku } };
}

export default function buy({ product }) {
  newVisitor();
  const started = Date.now();
  const cart = addToCart(product, 1);
  if (cart && checkOut(cart)) {
    whole.add(Date.now() - started);
    sold.add(1);
  }
}

export function teardown({ path, variantId }) {
  newVisitor();
  const { variants } = admin('GET', path, null, signIn().token);
  const { qtyInStock } = variants.find((variant) => variant.id === variantId);
  console.log(`pieces gone from the row: ${STOCK - qtyInStock}`);
  check(qtyInStock, { 'pieces are gone from the row': (left) => left < STOCK && left > 0 });
}
