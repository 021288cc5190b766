// Requests of a shopper to a Vendure server; same function names as lib/shop.js, so that one scenario works with both.
import http from "k6/http";
import { check, fail } from "k6";

const ENDPOINT = `http://127.0.0.1:${__ENV.STOA_PORT || "3000"}/shop-api`;
let session = "";

function call(name, query, variables) {
  const headers = { "Content-Type": "application/json" };
  if (session) {
    headers.Authorization = `Bearer ${session}`;
  }
  const answer = http.post(ENDPOINT, JSON.stringify({ query, variables }), { headers, tags: { name } });
  session = answer.headers["Vendure-Auth-Token"] || session;
  const body = answer.status === 200 ? answer.json() : null;
  const good = check(answer, { [`${name} answers`]: () => body !== null && !body.errors });
  return good ? body.data : null;
}

/** Drops the session: the next request is that of a new visitor. */
export function newVisitor() {
  session = "";
}

/** All products with their first variant. */
export function findProducts() {
  const data = call("products", "{ products(options: { take: 100 }) { items { slug variants { id } } } }");
  if (!data || data.products.items.length === 0) {
    fail("the peer has no products");
  }
  return data.products.items.map((item) => ({ slug: item.slug, id: item.variants[0].id }));
}

export function viewProduct(product) {
  const query = `query ($slug: String!) { product(slug: $slug) {
    name description featuredAsset { preview } assets { preview }
    optionGroups { name options { name } } collections { name slug }
    variants { id sku name priceWithTax stockLevel options { name } } } }`;
  return call("product page", query, { slug: product.slug });
}

export function addToCart(product, quantity) {
  const query = `mutation ($id: ID!, $quantity: Int!) { addItemToOrder(productVariantId: $id, quantity: $quantity) {
    ... on Order { code totalQuantity totalWithTax lines { id quantity linePriceWithTax productVariant { name sku } } }
    ... on ErrorResult { errorCode message } } }`;
  const data = call("add to cart", query, { id: product.id, quantity });
  const added = data && data.addItemToOrder.totalQuantity >= quantity;
  check(data, { "cart contains the added quantity": () => added });
  return added ? data.addItemToOrder : null;
}

/** From a filled cart to a paid order; returns its code, or null if a step failed. */
export function checkOut() {
  const email = `shopper-${__VU}-${__ITER}@example.com`;
  const customer = `mutation ($input: CreateCustomerInput!) { setCustomerForOrder(input: $input) {
    ... on Order { code } ... on ErrorResult { errorCode message } } }`;
  call("checkout: customer", customer, { input: { firstName: "Ada", lastName: "Moss", emailAddress: email } });
  const address = `mutation ($input: CreateAddressInput!) { setOrderShippingAddress(input: $input) {
    ... on Order { code } ... on ErrorResult { errorCode message } } }`;
  call("checkout: shipping", address, { input: ADDRESS });
  const offered = call("checkout: shipping options", "{ eligibleShippingMethods { id priceWithTax } }");
  const [option] = offered ? offered.eligibleShippingMethods : [];
  if (!option) {
    return null;
  }
  const method = `mutation ($ids: [ID!]!) { setOrderShippingMethod(shippingMethodId: $ids) {
    ... on Order { totalWithTax } ... on ErrorResult { errorCode message } } }`;
  call("checkout: shipping option", method, { ids: [option.id] });
  const arrange = `mutation { transitionOrderToState(state: "ArrangingPayment") {
    ... on Order { state } ... on ErrorResult { errorCode message } } }`;
  call("checkout: to payment", arrange);
  const pay = `mutation ($input: PaymentInput!) { addPaymentToOrder(input: $input) {
    ... on Order { code state } ... on ErrorResult { errorCode message } } }`;
  const paid = call("checkout: submit", pay, { input: { method: "test-payment", metadata: {} } });
  const order = paid && paid.addPaymentToOrder;
  const settled = check(order, { "order is paid": (answer) => answer !== null && answer.state === "PaymentSettled" });
  return settled ? order.code : null;
}

const ADDRESS = {
  fullName: "Ada Moss",
  streetLine1: "12 Orchard Lane",
  city: "London",
  postalCode: "E1 6AN",
  countryCode: "GB",
};
