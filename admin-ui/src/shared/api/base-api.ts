import { createApi, type BaseQueryApi } from "@reduxjs/toolkit/query/react";
import { refreshSession } from "../session/refresh";
import { sessionEnded, sessionStarted, type SessionRoot } from "../session/session-slice";
import { errorStatus, type ApiError } from "./api-error";
import { send, type Call } from "./send";

function accessToken(api: BaseQueryApi): string | null {
  const { session } = api.getState() as SessionRoot;
  return session.status === "signed-in" ? session.accessToken : null;
}

type Result = { data: unknown; error?: undefined } | { error: ApiError; data?: undefined };

/** Sends a request; an expired access token is renewed once and the request repeated. */
async function sendWithSession(call: Call, api: BaseQueryApi): Promise<Result> {
  const token = accessToken(api);
  const first = await send(call, token, api.signal);
  if (!("error" in first) || errorStatus(first.error) !== 401 || token === null) return first;
  const current = accessToken(api);
  if (current !== null && current !== token) return send(call, current, api.signal);
  const refreshed = await refreshSession();
  switch (refreshed.kind) {
    case "renewed":
      api.dispatch(sessionStarted(refreshed.session));
      return send(call, refreshed.session.accessToken, api.signal);
    case "ended":
      api.dispatch(sessionEnded("ended"));
      return first;
    case "unreachable":
      return { error: { kind: "network" } };
  }
}

/** The only API slice; each feature adds its tags and endpoints in its own `api.ts`. */
export const api = createApi({
  reducerPath: "api",
  baseQuery: sendWithSession,
  // An open editor always has a pending long poll; invalidation must not wait for it.
  invalidationBehavior: "immediately",
  // Tags of one feature are in its `api.ts`; these belong to shared code, or other features invalidate them.
  tagTypes: [
    "Order",
    "Customer",
    "Product",
    "Category",
    "Page",
    "Item",
    "Comment",
    "Asset",
    "Mail",
    "Settings",
    "TemplateFile",
    "Stock",
    "CommercePreferences",
    "Navigation",
    "Language",
    "MailingList",
    "Translation",
    "BlockKind",
  ],
  endpoints: () => ({}),
});
