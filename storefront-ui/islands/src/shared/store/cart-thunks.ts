import { isGone, settled, type Result } from "@/shared/api/send";
import type { Cart, CartEntry, NewEntry } from "@/shared/api/types";
import { cartActions } from "./cart-slice";
import type { PageThunk } from "./page-store";

/** Loads the cart. If a refresh fails, the known cart stays. */
export function loadCart(): PageThunk<Promise<Result<Cart>>> {
  return (dispatch, getState, { writes }) =>
    writes.run(async () => {
      if (getState().cart.cart === null) dispatch(cartActions.loading());
      const result = await settled((api) => api.GET("/api/commerce/shopping-cart", { cache: "no-store" }));
      if (result.ok) dispatch(cartActions.received(result.data));
      else if (getState().cart.cart === null) dispatch(cartActions.loadFailed());
      return result;
    });
}

/** Adds an item to the cart. */
export function addEntry(entry: NewEntry): PageThunk<Promise<Result<Cart>>> {
  return (dispatch, _getState, { writes }) =>
    writes.run(async () => {
      const result = await settled((api) => api.POST("/api/commerce/shopping-cart/entries", { body: entry }));
      if (!result.ok) return result;
      const { shoppingCart, newlyAdded } = result.data;
      const added: CartEntry | null = newlyAdded;
      dispatch(cartActions.received(shoppingCart));
      if (added !== null) dispatch(cartActions.itemAdded(added));
      return { ok: true, data: shoppingCart };
    });
}

/** Adds a coupon code; one that does not apply is returned among the invalid ones. */
export function enterCoupon(promoCode: string): PageThunk<Promise<Result<Cart>>> {
  return changeCoupons(() =>
    settled((api) => api.POST("/api/commerce/shopping-cart/coupons", { body: { promoCode } })),
  );
}

/** Removes a coupon code. */
export function removeCoupon(couponId: string): PageThunk<Promise<Result<Cart>>> {
  const params = { path: { couponId } };
  return changeCoupons(() =>
    settled((api) => api.DELETE("/api/commerce/shopping-cart/coupons/{couponId}", { params })),
  );
}

function changeCoupons(call: () => Promise<Result<{ shoppingCart: Cart }>>): PageThunk<Promise<Result<Cart>>> {
  return (dispatch, _getState, { writes }) =>
    writes.run(async () => {
      const result = await call();
      if (!result.ok) return result;
      dispatch(cartActions.received(result.data.shoppingCart));
      return { ok: true, data: result.data.shoppingCart };
    });
}

export function changeAdditionalFields(entry: CartEntry, additionalFields: string): PageThunk<Promise<Result<Cart>>> {
  return (dispatch, _getState, { writes }) =>
    writes.run(async () => {
      dispatch(cartActions.recalculationStarted());
      const params = { path: { entryId: entry.id } };
      const body = { itemId: entry.itemId, sku: entry.chosenVariant.sku, additionalFields };
      const result = await settled((api) =>
        api.PUT("/api/commerce/shopping-cart/entries/{entryId}/additionalFields", { params, body }),
      );
      if (result.ok) dispatch(cartActions.received(result.data.shoppingCart));
      dispatch(cartActions.recalculationEnded());
      return result.ok ? { ok: true, data: result.data.shoppingCart } : result;
    });
}

/** Optimistic changes must reach the server even if the page is left immediately. */
const keepaliveOptions = { keepalive: true };

function sendQuantity(entryId: string, quantity: number): Promise<Result<{ shoppingCart: Cart }>> {
  const call = { params: { path: { entryId } }, ...keepaliveOptions };
  return quantity === 0
    ? settled((api) => api.DELETE("/api/commerce/shopping-cart/entries/{entryId}", call))
    : settled((api) => api.PUT("/api/commerce/shopping-cart/entries/{entryId}", { ...call, body: { quantity } }));
}

/**
 * Changes the quantity of an entry; zero removes it. The change is optimistic and reverted if the server refuses; an
 * entry that no longer exists is removed. Changes during a pending request wait for it, and only the last is sent.
 * Resolves to null if an earlier call sends the change.
 */
export function changeQuantity(entryId: string, quantity: number): PageThunk<Promise<Result<Cart> | null>> {
  return async (dispatch, getState, { writes }) => {
    const underWay = entryId in getState().cart.wanted;
    dispatch(cartActions.quantityWanted({ entryId, quantity }));
    if (underWay) return null;
    for (;;) {
      const sent = getState().cart.wanted[entryId] ?? quantity;
      const result = await writes.run(() => sendQuantity(entryId, sent));
      if (!result.ok) {
        if (isGone(result.failure)) await dispatch(loadCart());
        dispatch(cartActions.quantitySettled(entryId));
        return result;
      }
      const cart = result.data.shoppingCart;
      dispatch(cartActions.received(cart));
      if (getState().cart.wanted[entryId] === sent || !cart.entries.some((entry) => entry.id === entryId)) {
        dispatch(cartActions.quantitySettled(entryId));
        return { ok: true, data: cart };
      }
    }
  };
}
