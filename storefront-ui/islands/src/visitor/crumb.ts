import { readCookie } from "@/shared/page/cookies";

/** The CSRF token; over https its cookie is bound to the host. */
export function crumb(): string {
  return readCookie("__Host-crumb") ?? readCookie("crumb") ?? "";
}
