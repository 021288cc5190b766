import { combineReducers, configureStore } from "@reduxjs/toolkit";
import { setupListeners } from "@reduxjs/toolkit/query";
import { editorReducer } from "@/features/editor/slice";
import { api } from "@/shared/api/base-api";
import { refetchOutdated } from "@/shared/api/refetch-outdated";
import { sessionReducer } from "@/shared/session/session-slice";

const reducer = combineReducers({
  session: sessionReducer,
  editor: editorReducer,
  [api.reducerPath]: api.reducer,
});

type RootState = ReturnType<typeof reducer>;

export function createAppStore(preloadedState?: Partial<RootState>) {
  const store = configureStore({
    reducer,
    ...(preloadedState ? { preloadedState } : {}),
    middleware: (defaults) =>
      // Whole documents and uploads pass through actions; checking them each time is too slow.
      defaults({ serializableCheck: false, immutableCheck: false }).concat(refetchOutdated, api.middleware),
  });
  setupListeners(store.dispatch);
  return store;
}

export type AppStore = ReturnType<typeof createAppStore>;
