import { useDispatch, useStore } from "react-redux";
import { api } from "../api/base-api";
import { send } from "../api/send";
import { editorLabels } from "../i18n/editor-labels";
import { useToast } from "../ui/toast";
import { notifyOtherTabs } from "./session-channel";
import { sessionEnded, type SessionRoot } from "./session-slice";

/** Ends the session in all tabs. */
export function useSignOut(): () => Promise<void> {
  const dispatch = useDispatch();
  const store = useStore<SessionRoot>();
  const toast = useToast();
  return async () => {
    const { session } = store.getState();
    const token = session.status === "signed-in" ? session.accessToken : null;
    const outcome = await send({ path: "/api/auth/session", method: "DELETE" }, token);
    if ("error" in outcome && outcome.error.kind === "network") {
      // The cookie is still valid: showing the user as signed out would be wrong.
      toast.error(editorLabels.network);
      return;
    }
    notifyOtherTabs({ kind: "ended" });
    dispatch(sessionEnded("signed-out"));
    dispatch(api.util.resetApiState());
  };
}
