import { expect, type Page } from "@playwright/test";
import type { paths } from "@stoa/api/schema";
import { callApi, callFromPage, type SignedIn } from "./admin.ts";
import { siteUrl } from "./environment.ts";

type Get<P extends keyof paths> = paths[P] extends {
  get: { responses: { 200: { content: { "application/json": infer B } } } };
}
  ? B
  : never;

type CollectionsPath = "/api/content-service/product/1.1/websites/{websiteId}/products";
type Collections = Get<CollectionsPath>;
type Products = Get<`${CollectionsPath}/{collectionId}/items`>;
type Product = Get<`${CollectionsPath}/{collectionId}/items/{itemId}`>;
type Cart = Get<"/api/commerce/shopping-cart">;
type Checkout = Get<"/api/2/commerce/checkout/{cartToken}">;

/** A store by its title, from the contributor API. */
export async function findStore(
  page: Page,
  signedIn: SignedIn,
  title: string,
): Promise<Collections["collections"][number]> {
  const path = `/api/content-service/product/1.1/websites/${signedIn.website.id}/products`;
  const { collections } = (await callApi(page, "GET", path, null, signedIn.accessToken)).body as Collections;
  const store = collections.find((collection) => collection.title === title);
  if (store === undefined) throw new Error(`the site has no store ${title}`);
  return store;
}

/** A product for sale, from the contributor API. */
export async function findProduct(page: Page, signedIn: SignedIn, named?: string): Promise<Product> {
  const { website, accessToken } = signedIn;
  const base = `/api/content-service/product/1.1/websites/${website.id}/products`;
  const read = async <T>(path: string) => (await callApi(page, "GET", path, null, accessToken)).body as T;
  for (const { id } of (await read<Collections>(base)).collections) {
    const { items } = await read<Products>(`${base}/${id}/items`);
    const isFor = (name: string) => named === undefined || named === name;
    const summary = items.find(
      ({ name, visible, soldOut, productType }) => isFor(name) && visible && !soldOut && productType === 1,
    );
    if (summary !== undefined) return read<Product>(`${base}/${id}/items/${summary.id}`);
  }
  throw new Error("the site has no physical product for sale");
}

export interface Customer {
  lastName: string;
  email: string;
}

interface ReadyCheckout extends Pick<Checkout, "cart" | "paymentMethods"> {
  /** Its address in the API. */
  checkout: string;
}

/** Calls the API of the shop from its page. */
async function callShop<T>(page: Page, method: string, path: string, body: object | null = null): Promise<T> {
  const answer = await callFromPage(page, method, path, body);
  expect(answer, `${method} ${path}`).toMatchObject({ status: 200 });
  return answer.body as T;
}

/** Puts one piece into the cart as a visitor, and says everything but how it is paid. */
export async function readyToPay(page: Page, product: Product, customer: Customer): Promise<ReadyCheckout> {
  await page.goto(siteUrl);
  await callShop<Cart>(page, "GET", "/api/commerce/shopping-cart");
  const variant = product.variants.find(({ unlimited, qtyInStock }) => unlimited || qtyInStock > 0);
  const entry = { itemId: product.id, sku: variant?.sku ?? null, quantity: 1, additionalFields: null };
  const entries = "/api/commerce/shopping-cart/entries";
  const { shoppingCart } = await callShop<{ shoppingCart: Cart }>(page, "POST", entries, entry);
  const checkout = `/api/2/commerce/checkout/${shoppingCart.cartToken}`;
  await callShop(page, "PUT", `${checkout}/customer`, { email: customer.email, mailConsent: false });
  const address = {
    firstName: "Ada",
    lastName: customer.lastName,
    line1: "12 Harbour Street",
    line2: "",
    city: "Asheville",
    region: "NC",
    postalCode: "28801",
    country: "US",
    phone: "",
  };
  const { shippingOptions } = await callShop<Checkout>(page, "PUT", `${checkout}/shipping`, address);
  await callShop(page, "PUT", `${checkout}/shipping-option`, { optionId: shippingOptions[0]?.id });
  const ready = await callShop<Checkout>(page, "PUT", `${checkout}/billing`, { sameAsShipping: true });
  return { checkout, cart: ready.cart, paymentMethods: ready.paymentMethods };
}

/** Buys one piece as a visitor, with the test card. Returns the order confirmation page. */
export async function buy(page: Page, product: Product, customer: Customer): Promise<string> {
  const { checkout, cart, paymentMethods } = await readyToPay(page, product, customer);
  const method = paymentMethods.find(({ provider }) => provider.includes("testcard"));
  const card = { cardNumber: "4242424242424242", expiry: "12/39", cvc: "123", name: `Ada ${customer.lastName}` };
  const outcome = await callShop<{ status: string; redirectUrl: string }>(page, "POST", `${checkout}/submit`, {
    idempotencyKey: crypto.randomUUID(),
    expectedTotalCents: cart.grandTotalCents,
    payment: { provider: method?.provider, method: method?.method, data: card },
  });
  expect(outcome.status).toBe("paid");
  return outcome.redirectUrl;
}
