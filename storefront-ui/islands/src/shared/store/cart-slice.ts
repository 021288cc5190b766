import { createAction, createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { Cart, CartEntry } from "@/shared/api/types";

/** `unknown` until the first load. */
export type CartStatus = "unknown" | "loading" | "loaded" | "failed";

export interface CartState {
  status: CartStatus;
  cart: Cart | null;
  /** Unconfirmed quantities by entry; zero removes the entry. */
  wanted: Record<string, number>;
  /** Additional fields are being changed, which may change the cart. */
  recalculating: boolean;
}

const initialState: CartState = { status: "unknown", cart: null, wanted: {}, recalculating: false };

const slice = createSlice({
  name: "cart",
  initialState,
  reducers: {
    loading(state) {
      state.status = "loading";
    },
    received(state, action: PayloadAction<Cart>) {
      state.status = "loaded";
      state.cart = action.payload;
    },
    loadFailed(state) {
      state.status = "failed";
    },
    recalculationStarted(state) {
      state.recalculating = true;
    },
    recalculationEnded(state) {
      state.recalculating = false;
    },
    quantityWanted(state, action: PayloadAction<{ entryId: string; quantity: number }>) {
      state.wanted[action.payload.entryId] = action.payload.quantity;
    },
    quantitySettled(state, action: PayloadAction<string>) {
      state.wanted = Object.fromEntries(
        Object.entries(state.wanted).filter(([entryId]) => entryId !== action.payload),
      );
    },
  },
});

/** An item was added; the cart itself follows with `received`. */
const itemAdded = createAction<CartEntry>("cart/itemAdded");

export const cartActions = { ...slice.actions, itemAdded };
export const cartReducer = slice.reducer;

/** The cart including unconfirmed quantities. */
export function expectedCart(state: CartState): Cart | null {
  const { cart, wanted } = state;
  if (cart === null || Object.keys(wanted).length === 0) return cart;
  const entries = cart.entries
    .map((entry) => {
      const quantity = wanted[entry.id] ?? entry.quantity;
      return { ...entry, quantity, subTotal: quantity * entry.purchasePriceCents };
    })
    .filter((entry) => entry.quantity > 0);
  return {
    ...cart,
    entries,
    totalQuantity: entries.reduce((sum, entry) => sum + entry.quantity, 0),
    subtotalCents: entries.reduce((sum, entry) => sum + entry.subTotal, 0),
  };
}

/** Quantity of a variant in the cart. */
export function quantityInCart(cart: Cart | null, itemId: string, variantId: string): number {
  const held = cart?.entries.filter((entry) => entry.itemId === itemId && entry.variantId === variantId) ?? [];
  return held.reduce((sum, entry) => sum + entry.quantity, 0);
}
