import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import type { SessionRoot } from "../session/session-slice";
import type { api } from "./base-api";

/** Dispatch that takes the API slice's thunks; the store itself is the app's business. */
export type AppDispatch = ThunkDispatch<
  SessionRoot & { [api.reducerPath]: ReturnType<typeof api.reducer> },
  undefined,
  UnknownAction
>;
