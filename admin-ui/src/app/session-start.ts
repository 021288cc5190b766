import { api } from "@/shared/api/base-api";
import { report } from "@/shared/errors/report";
import { followChoice } from "@/shared/i18n/language";
import { onceNothingIsTyped } from "@/shared/i18n/language-hold";
import { refreshSession } from "@/shared/session/refresh";
import { onSessionMessage } from "@/shared/session/session-channel";
import { serverUnreachable, sessionEnded, sessionStarted } from "@/shared/session/session-slice";
import type { Account } from "@/shared/session/types";
import type { AppStore } from "./store";

/** Restores the session from the cookie. */
export async function startSession(store: AppStore): Promise<void> {
  const refreshed = await refreshSession();
  if (store.getState().session.status === "signed-in") return;
  switch (refreshed.kind) {
    case "renewed":
      store.dispatch(sessionStarted(refreshed.session));
      return;
    case "ended":
      store.dispatch(sessionEnded("none"));
      return;
    case "unreachable":
      store.dispatch(serverUnreachable());
  }
}

/** Shows the language that the person has chosen, in each browser in which they sign in: when nothing typed is unsaved. */
export function followAccountLanguage(store: AppStore): () => void {
  let followed: Account["language"] | undefined;
  return store.subscribe(() => {
    const { session } = store.getState();
    const chosen = session.status === "signed-in" ? (session.account.language ?? null) : undefined;
    if (chosen === followed) return;
    followed = chosen;
    if (chosen !== undefined) onceNothingIsTyped(() => void followChoice(chosen).catch(report));
  });
}

/** Applies session changes made in other tabs. */
export function followOtherTabs(store: AppStore): () => void {
  return onSessionMessage((news) => {
    const { session } = store.getState();
    switch (news.kind) {
      case "renewed": {
        const otherAccount = session.status === "signed-in" && session.account.id !== news.session.account.id;
        store.dispatch(sessionStarted(news.session));
        if (otherAccount) store.dispatch(api.util.resetApiState());
        return;
      }
      case "ended":
        store.dispatch(sessionEnded("signed-out"));
        store.dispatch(api.util.resetApiState());
    }
  });
}
