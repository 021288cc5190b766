import { expect, test, vi } from "vitest";
import { problem, stubServer } from "@/testing/server";
import { cartOf, entryOf } from "@/testing/shop";
import { addEntry, changeQuantity, loadCart } from "./cart-thunks";
import { cartActions } from "./cart-slice";
import { expectedCart } from "./expected-cart";
import { quantityInCart } from "./quantity-in-cart";
import { createPageStore, type PageStore } from "./page-store";
import { WriteQueue } from "./write-queue";

function storeWith(quantity: number) {
  const store = createPageStore();
  store.dispatch(cartActions.received(cartOf([entryOf({ quantity })])));
  return store;
}

// spec: cart.state.machine
test("loading ends with the cart or an error", async () => {
  const store = createPageStore();
  stubServer(() => ({ body: cartOf([]) }));
  const loading = store.dispatch(loadCart());
  await Promise.resolve();
  expect(store.getState().cart.status).toBe("loading");
  await loading;
  expect(store.getState().cart.status).toBe("loaded");

  const other = createPageStore();
  stubServer(() => "unreachable");
  await other.dispatch(loadCart());
  expect(other.getState().cart.status).toBe("failed");
});

test("a failed refresh keeps the known cart", async () => {
  const store = storeWith(2);
  stubServer(() => problem(503, "unavailable", "Not ready"));
  await store.dispatch(loadCart());
  expect(store.getState().cart).toMatchObject({ status: "loaded", cart: { totalQuantity: 2 } });
});

// spec: cart.state.machine
test("an added item updates the cart and notifies others", async () => {
  const store = createPageStore();
  const newlyAdded = entryOf();
  const calls = stubServer(() => ({ body: { shoppingCart: cartOf([newlyAdded]), newlyAdded } }));
  const body = { itemId: "i1", sku: "MUG-10-OAT", quantity: 1, additionalFields: null };
  const dispatch = vi.fn(store.dispatch) as unknown as PageStore["dispatch"];
  const result = await addEntry(body)(dispatch, store.getState, { writes: new WriteQueue() });
  expect(result.ok).toBe(true);
  expect(calls).toMatchObject([{ method: "POST", path: "/api/commerce/shopping-cart/entries", crumb: "c1", body }]);
  expect(dispatch).toHaveBeenLastCalledWith(cartActions.itemAdded(newlyAdded));
  expect(quantityInCart(store.getState().cart.cart, "i1", "v1")).toBe(1);
});

test("an outdated CSRF token is replaced and the request repeated once", async () => {
  const store = createPageStore();
  const newlyAdded = entryOf();
  const calls = stubServer((sent) => {
    if (sent.crumb === "c2") return { body: { shoppingCart: cartOf([newlyAdded]), newlyAdded } };
    document.cookie = "crumb=c2; path=/";
    return problem(403, "crumb-invalid", "Expired", { crumbFail: true });
  });
  const result = await store.dispatch(addEntry({ itemId: "i1", sku: null, quantity: 1 }));
  expect(result.ok).toBe(true);
  expect(calls.map((call) => call.crumb)).toEqual(["c1", "c2"]);
});

test("a quantity change is optimistic and reverted on refusal", async () => {
  const store = storeWith(1);
  stubServer(() => problem(400, "validation-failed", "Not enough"));
  const change = store.dispatch(changeQuantity("e1", 9));
  expect(expectedCart(store.getState().cart)).toMatchObject({ totalQuantity: 9, subtotalCents: 9 * 3800 });
  const result = await change;
  expect(result?.ok).toBe(false);
  expect(expectedCart(store.getState().cart)).toMatchObject({ totalQuantity: 1, subtotalCents: 3800 });
});

test("changes during a request wait for it and only the last is sent", async () => {
  const store = storeWith(1);
  const waiting: (() => void)[] = [];
  const calls = stubServer(async (sent) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    const { quantity } = sent.body as { quantity: number };
    return { body: { shoppingCart: cartOf([entryOf({ quantity })]), updatedEntry: entryOf({ quantity }) } };
  });
  const first = store.dispatch(changeQuantity("e1", 2));
  await expect.poll(() => waiting.length).toBe(1);
  await store.dispatch(changeQuantity("e1", 3));
  await store.dispatch(changeQuantity("e1", 4));
  expect(calls).toHaveLength(1);
  waiting[0]?.();
  await expect.poll(() => waiting.length).toBe(2);
  waiting[1]?.();
  await first;
  expect(calls.map((call) => call.body)).toEqual([{ quantity: 2 }, { quantity: 4 }]);
  expect(store.getState().cart).toMatchObject({ wanted: {}, cart: { totalQuantity: 4 } });
});

test("zero removes the entry", async () => {
  const store = storeWith(1);
  const calls = stubServer(() => ({ body: { shoppingCart: cartOf([]) } }));
  await store.dispatch(changeQuantity("e1", 0));
  expect(calls).toMatchObject([{ method: "DELETE", path: "/api/commerce/shopping-cart/entries/e1" }]);
  expect(expectedCart(store.getState().cart)?.entries).toEqual([]);
});
