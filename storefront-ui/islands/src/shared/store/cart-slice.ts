import { createAction, type UnknownAction } from "@reduxjs/toolkit";
import type { Cart, CartEntry } from "@/shared/api/types";

/** `unknown` until the first load. */
type CartStatus = "unknown" | "loading" | "loaded" | "failed";

export interface CartState {
  status: CartStatus;
  cart: Cart | null;
  /** Unconfirmed quantities by entry; zero removes the entry. */
  wanted: Record<string, number>;
  /** Additional fields are being changed, which may change the cart. */
  recalculating: boolean;
}

const initialState: CartState = { status: "unknown", cart: null, wanted: {}, recalculating: false };

const received = createAction<Cart>("cart/received");
const quantityWanted = createAction<{ entryId: string; quantity: number }>("cart/quantityWanted");
const quantitySettled = createAction<string>("cart/quantitySettled");

export const cartActions = {
  loading: createAction("cart/loading"),
  received,
  loadFailed: createAction("cart/loadFailed"),
  recalculationStarted: createAction("cart/recalculationStarted"),
  recalculationEnded: createAction("cart/recalculationEnded"),
  quantityWanted,
  quantitySettled,
  /** An item was added; the cart itself follows with `received`. */
  itemAdded: createAction<CartEntry>("cart/itemAdded"),
};

/** What actions without a payload set. */
const settings: Readonly<Record<string, Partial<CartState>>> = {
  [cartActions.loading.type]: { status: "loading" },
  [cartActions.loadFailed.type]: { status: "failed" },
  [cartActions.recalculationStarted.type]: { recalculating: true },
  [cartActions.recalculationEnded.type]: { recalculating: false },
};

/** A plain reducer: `createSlice` would bring Immer to every page, at a quarter of what a page may load. */
export function cartReducer(state = initialState, action: UnknownAction): CartState {
  if (received.match(action)) return { ...state, status: "loaded", cart: action.payload };
  if (quantityWanted.match(action)) {
    const { entryId, quantity } = action.payload;
    return { ...state, wanted: { ...state.wanted, [entryId]: quantity } };
  }
  if (quantitySettled.match(action)) {
    const others = Object.entries(state.wanted).filter(([entryId]) => entryId !== action.payload);
    return { ...state, wanted: Object.fromEntries(others) };
  }
  const set = settings[action.type];
  return set === undefined ? state : { ...state, ...set };
}
