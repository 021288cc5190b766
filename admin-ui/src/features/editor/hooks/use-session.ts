import { createContext, useContext } from "react";
import type { Session } from "../sync/session";

export const SessionContext = createContext<Session | null>(null);

/** The sync session of the open page; only for descendants of the editor page. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("no page is open");
  return session;
}
