import { readCookie } from "@/shared/page/cookies";
import { randomId } from "./browser";
import { config } from "./config";

const name = "SS_ANALYTICS_ID";
const expiration = "SS_ANALYTICS_EXPIRATION";
const sessionName = "SS_SESSION_ID";
const lifetimeDays = 390;
const day = 86_400_000;

let inMemory: string | null = null;

/** The domain of cookies: the provider's own if the page is on it; undefined for the host alone. */
export function cookieDomain(host: string, domains: readonly string[]): string | undefined {
  return domains.find((domain) => `.${host}`.endsWith(`.${domain}`));
}

function setCookie(cookie: string, value: string, more = ""): void {
  const domain = cookieDomain(location.hostname, config.cookieDomains);
  const place = domain === undefined ? "" : `;Domain=${domain}`;
  const secure = location.protocol === "https:" ? ";Secure" : "";
  document.cookie = `${cookie}=${value};Path=/;SameSite=Lax${more}${place}${secure}`;
}

function fromStorage(now: number): string | null {
  try {
    return Number(localStorage.getItem(expiration)) > now ? localStorage.getItem(name) : null;
  } catch {
    return null;
  }
}

/** The visitor's identifier, stored again in both places; a browser that blocks storage has one per page. */
export function analyticsId(isStored: boolean, now = Date.now()): string {
  const id = readCookie(name) ?? fromStorage(now) ?? inMemory ?? randomId(16);
  inMemory = id;
  if (isStored) {
    try {
      setCookie(name, id, `;Max-Age=${String((lifetimeDays * day) / 1000)}`);
      localStorage.setItem(name, id);
      localStorage.setItem(expiration, String(now + lifetimeDays * day));
    } catch {
      console.warn("Unable to store analyticsId");
    }
  }
  return id;
}

/** The session's id, made and stored if it is missing; null if cookies are not allowed. */
export function sessionId(isStored: boolean): string | null {
  if (isStored && readCookie(sessionName) === null) setCookie(sessionName, randomId(16));
  return isStored ? readCookie(sessionName) : null;
}

/** Removes what was stored, when the visitor withdraws the consent. */
export function forget(): void {
  inMemory = null;
  for (const cookie of [name, sessionName]) setCookie(cookie, "", ";Max-Age=0");
  for (const key of [name, expiration, "SS_HAS_LANDED"]) localStorage.removeItem(key);
  sessionStorage.removeItem("SS_IS_FIRST_SESSION");
}
