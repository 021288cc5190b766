import { configureStore, type ThunkAction, type UnknownAction } from "@reduxjs/toolkit";
import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { SiteUserHint } from "@/shared/page/site-user";
import { cartReducer } from "./cart-slice";
import { WriteQueue } from "./write-queue";

const siteUser = createSlice({
  name: "siteUser",
  initialState: null as SiteUserHint | null,
  reducers: {
    recognised: (_state, action: PayloadAction<SiteUserHint | null>) => action.payload,
  },
});

export const siteUserActions = siteUser.actions;

/** The Redux store shared by the islands of a page: the cart and the signed-in visitor. */
export function createPageStore() {
  const writes = new WriteQueue();
  return configureStore({
    reducer: { cart: cartReducer, siteUser: siteUser.reducer },
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: { writes } }, serializableCheck: false, immutableCheck: false }),
    devTools: false,
  });
}

export type PageStore = ReturnType<typeof createPageStore>;
export type PageState = ReturnType<PageStore["getState"]>;
export type PageThunk<Outcome> = ThunkAction<Outcome, PageState, { writes: WriteQueue }, UnknownAction>;
