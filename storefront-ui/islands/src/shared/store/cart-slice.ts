import { createAction, createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { Cart, CartEntry } from "@/shared/api/types";

/** `unknown` until the first sync. */
export type CartStatus = "unknown" | "loading" | "loaded" | "failed";

export interface CartState {
  status: CartStatus;
  cart: Cart | null;
  /** Quantities that were asked for and not yet confirmed, by entry; zero takes the entry out. */
  wanted: Record<string, number>;
  /** Answers to a product's questions are being changed, and with them perhaps the cart. */
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

/** Says that something was added; the cart itself comes with `received`. */
const itemAdded = createAction<CartEntry>("cart/itemAdded");

export const cartActions = { ...slice.actions, itemAdded };
export const cartReducer = slice.reducer;

/** The cart as the shopper wants it: unconfirmed quantities are already counted. */
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

/** Pieces of a variant that the cart holds. */
export function quantityInCart(cart: Cart | null, itemId: string, variantId: string): number {
  const held = cart?.entries.filter((entry) => entry.itemId === itemId && entry.variantId === variantId) ?? [];
  return held.reduce((sum, entry) => sum + entry.quantity, 0);
}
