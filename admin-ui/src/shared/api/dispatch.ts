import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import type { SessionRoot } from "../session/session-slice";
import type { api } from "./base-api";

/** Dispatch that accepts the API slice's thunks; the store type belongs to the app layer. */
export type AppDispatch = ThunkDispatch<
  SessionRoot & { [api.reducerPath]: ReturnType<typeof api.reducer> },
  undefined,
  UnknownAction
>;
