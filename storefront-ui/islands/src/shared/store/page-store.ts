import { configureStore, createAction, type ThunkAction, type UnknownAction } from "@reduxjs/toolkit";
import type { SiteUserHint } from "@/shared/page/site-user";
import { cartReducer } from "./cart-slice";
import { WriteQueue } from "./write-queue";

export const siteUserActions = { recognised: createAction<SiteUserHint | null>("siteUser/recognised") };

function siteUserReducer(state: SiteUserHint | null = null, action: UnknownAction): SiteUserHint | null {
  return siteUserActions.recognised.match(action) ? action.payload : state;
}

/** The Redux store shared by the islands of a page: the cart and the signed-in visitor. */
export function createPageStore() {
  const writes = new WriteQueue();
  return configureStore({
    reducer: { cart: cartReducer, siteUser: siteUserReducer },
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: { writes } }, serializableCheck: false, immutableCheck: false }),
    devTools: false,
  });
}

export type PageStore = ReturnType<typeof createPageStore>;
export type PageState = ReturnType<PageStore["getState"]>;
export type PageThunk<Outcome> = ThunkAction<Outcome, PageState, { writes: WriteQueue }, UnknownAction>;
