import { useDispatch } from "react-redux";
import { notifyOtherTabs } from "@/shared/session/session-channel";
import { sessionStarted } from "@/shared/session/session-slice";
import type { Session } from "@/shared/session/types";

/** Starts a session, in this tab and the browser's other tabs. */
export function useStartSession(): (session: Session) => void {
  const dispatch = useDispatch();
  return (session) => {
    notifyOtherTabs({ kind: "renewed", session });
    dispatch(sessionStarted(session));
  };
}
