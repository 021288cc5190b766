import { readCookie } from "@/shared/page/cookies";
import { refusesTracking } from "@/shared/page/tracking";
import type { VisitorConfig } from "./config";

/** Whether anything may be stored in the browser. A signal of the browser is not overruled by an answer. */
export function mayStore({ asksFirst }: Pick<VisitorConfig, "asksFirst">): boolean {
  return !refusesTracking() && (readCookie("ss_cookieAllowed") ?? String(!asksFirst)) === "true";
}

/** Whether the visitor has an identifier. Counting goes on without one. */
export function mayIdentify(config: VisitorConfig): boolean {
  return config.mode === "identifier" && mayStore(config);
}
