import { createContext, useContext } from "react";
import type { Session } from "../sync/session";

export const SessionContext = createContext<Session | null>(null);

/** The open page's exchange with the server; only for components below the editor's page. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("no page is open");
  return session;
}
