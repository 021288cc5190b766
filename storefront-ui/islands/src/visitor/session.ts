import { sessionId } from "./identifier";

const sessionFlag = "SS_IS_FIRST_SESSION";
const landed = "SS_HAS_LANDED";

export interface SessionInfo {
  isFirstLanding: boolean;
  isFirstSession: boolean;
  sessionId: string | null;
}

/**
 * The page's part in the visit: whether it is the first page, and the visit the browser's first; both are noted. Where
 * nothing may be stored, nothing is known of it.
 */
export function sessionInfo(isStored: boolean): SessionInfo {
  const info = { isFirstLanding: false, isFirstSession: false, sessionId: sessionId(isStored) };
  if (!isStored) return info;
  try {
    const flag = sessionStorage.getItem(sessionFlag);
    const isFirstSession = !localStorage.getItem(landed) || flag === "true";
    sessionStorage.setItem(sessionFlag, String(isFirstSession));
    localStorage.setItem(landed, "true");
    return { ...info, isFirstLanding: flag === null, isFirstSession };
  } catch {
    console.log("Unable access local/session storage.");
    return info;
  }
}
