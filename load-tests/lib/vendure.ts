// Requests of a shopper to a Vendure server, the peer that Stoa is compared with.
import http from "k6/http";
import { check, fail } from "k6";
import { text } from "./env.ts";

const endpoint = `http://127.0.0.1:${text("STOA_PEER_PORT", "3000")}/shop-api`;
let session = "";

export interface Product {
  slug: string;
  /** Id of its first variant. */
  id: string;
}

function call<T>(name: string, query: string, variables: object = {}): T | null {
  const headers: Record<string, string> = { "Content-Type": "application/json" };
  if (session !== "") headers["Authorization"] = `Bearer ${session}`;
  const answer = http.post(endpoint, JSON.stringify({ query, variables }), {
    headers,
    responseType: "text",
    tags: { name },
  });
  session = answer.headers["Vendure-Auth-Token"] || session;
  const body = answer.status === 200 ? (JSON.parse(answer.body ?? "") as { data: T; errors?: unknown }) : null;
  const isGood = check(answer, { [`${name} answers`]: () => body !== null && !body.errors });
  return isGood && body !== null ? body.data : null;
}

/** Drops the session: the next request is that of a new visitor. */
export function newVisitor(): void {
  session = "";
}

/** All products with their first variant. */
export function findProducts(): Product[] {
  const query = "{ products(options: { take: 100 }) { items { slug variants { id } } } }";
  const data = call<{ products: { items: { slug: string; variants: { id: string }[] }[] } }>("products", query);
  const items = data?.products.items ?? [];
  if (items.length === 0) fail("the peer has no products");
  return items.map(({ slug, variants }) => ({ slug, id: variants[0]?.id ?? "" }));
}

export function viewProduct({ slug }: Product): void {
  const query = `query ($slug: String!) { product(slug: $slug) {
    name description featuredAsset { preview } assets { preview }
    optionGroups { name options { name } } collections { name slug }
    variants { id sku name priceWithTax stockLevel options { name } } } }`;
  call("product page", query, { slug });
}

/** Whether the cart has what was added. */
export function addToCart({ id }: Product, quantity: number): boolean {
  const query = `mutation ($id: ID!, $quantity: Int!) { addItemToOrder(productVariantId: $id, quantity: $quantity) {
    ... on Order { code totalQuantity totalWithTax lines { id quantity linePriceWithTax productVariant { name sku } } }
    ... on ErrorResult { errorCode message } } }`;
  const data = call<{ addItemToOrder: { totalQuantity?: number } }>("add to cart", query, { id, quantity });
  return check(data, {
    "cart contains the added quantity": (cart) => (cart?.addItemToOrder.totalQuantity ?? 0) >= quantity,
  });
}

/** From a filled cart to a paid order; its code, or null if a step failed. */
export function checkOut(): string | null {
  const emailAddress = `shopper-${__VU}-${__ITER}@example.com`;
  const customer = `mutation ($input: CreateCustomerInput!) { setCustomerForOrder(input: $input) {
    ... on Order { code } ... on ErrorResult { errorCode message } } }`;
  call("checkout: customer", customer, { input: { firstName: "Ada", lastName: "Moss", emailAddress } });
  const shipping = `mutation ($input: CreateAddressInput!) { setOrderShippingAddress(input: $input) {
    ... on Order { code } ... on ErrorResult { errorCode message } } }`;
  call("checkout: shipping", shipping, { input: address });
  const options = "{ eligibleShippingMethods { id priceWithTax } }";
  const offered = call<{ eligibleShippingMethods: { id: string }[] }>("checkout: shipping options", options);
  const [option] = offered?.eligibleShippingMethods ?? [];
  if (option === undefined) return null;
  const method = `mutation ($ids: [ID!]!) { setOrderShippingMethod(shippingMethodId: $ids) {
    ... on Order { totalWithTax } ... on ErrorResult { errorCode message } } }`;
  call("checkout: shipping option", method, { ids: [option.id] });
  const arrange = `mutation { transitionOrderToState(state: "ArrangingPayment") {
    ... on Order { state } ... on ErrorResult { errorCode message } } }`;
  call("checkout: to payment", arrange);
  const pay = `mutation ($input: PaymentInput!) { addPaymentToOrder(input: $input) {
    ... on Order { code state } ... on ErrorResult { errorCode message } } }`;
  const input = { method: "test-payment", metadata: {} };
  const paid = call<{ addPaymentToOrder: { code: string; state: string } }>("checkout: submit", pay, { input });
  const order = paid?.addPaymentToOrder ?? null;
  const isSettled = check(order, { "order is paid": (answer) => answer?.state === "PaymentSettled" });
  return isSettled ? (order?.code ?? null) : null;
}

const address = {
  fullName: "Ada Moss",
  streetLine1: "12 Orchard Lane",
  city: "London",
  postalCode: "E1 6AN",
  countryCode: "GB",
};
