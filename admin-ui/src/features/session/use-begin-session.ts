import { useDispatch } from "react-redux";
import { tellOtherTabs } from "@/shared/session/session-channel";
import { sessionStarted } from "@/shared/session/session-slice";
import type { Session } from "@/shared/session/types";

/** Lets somebody in, here and in the browser's other tabs. */
export function useBeginSession(): (session: Session) => void {
  const dispatch = useDispatch();
  return (session) => {
    tellOtherTabs({ kind: "renewed", session });
    dispatch(sessionStarted(session));
  };
}
