import { answeredConsent } from "./consent";
import type { PageContext } from "./context";
import { readCookie } from "./cookies";

const visitor = { name: "ss_cvr", seconds: 2 * 365 * 24 * 60 * 60 };
const visit = { name: "ss_cvt", seconds: 30 * 60 };
const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";
const form = /^[a-z0-9]{32}$/;

function known(name: string): string | null {
  const value = readCookie(name);
  return value !== null && form.test(value) ? value : null;
}

function random(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => alphabet[byte & 31]).join("");
}

function keep({ name, seconds }: typeof visitor, value: string | null): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${name}=${value ?? random()}; Path=/; Max-Age=${String(seconds)}; SameSite=Lax${secure}`;
}

/** Sets the visitor cookies by script after consent, where the server never sets them. */
export function keepVisitorCookies({ cookies }: PageContext): void {
  if (!cookies.setByScripts || answeredConsent() !== true) return;
  const [visitorId, visitId] = [known(visitor.name), known(visit.name)];
  if (visitorId === null || visitId === null) keep(visitor, visitorId);
  keep(visit, visitId);
}
