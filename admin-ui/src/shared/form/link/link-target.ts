import { t } from "@lingui/core/macro";

/** A page of the site that a link can point to. */
export interface LinkTarget {
  title: string;
  address: string;
}

const harmless = /^(?:[/#?]|(?:https?:\/\/|mailto:|tel:|sms:).)/i;

/** Why a URL cannot be linked to; the server applies the same rule. */
export function linkProblem(address: string): string | null {
  if (address === "") return null;
  if (/[\s\p{Cc}]/u.test(address)) return t`An address has no spaces.`;
  return harmless.test(address) ? null : t`Enter an address such as /shop or https://domain.com.`;
}

/** Paths that every site has: media files, checkout, accounts, search. */
const everywhere = /^\/(?:assets\/|(?:cart|checkout|account|search|cookie-settings)(?:\/|$))/;

/** The path of a URL, as pages are identified by. */
function pathOf(address: string): string {
  return address.replace(/[?#].*$/, "").replace(/(.)\/$/, "$1");
}

/** Whether one of the owner's pages has exactly this URL. */
export function isTaken(address: string, targets: LinkTarget[]): boolean {
  return targets.some((target) => target.address === pathOf(address));
}

/** A warning about a valid link target. */
export function linkWarning(address: string, targets: LinkTarget[]): string | null {
  if (!address.startsWith("/") || targets.length === 0) return null;
  const path = pathOf(address);
  if (everywhere.test(path)) return null;
  const known = targets.some(
    (target) => target.address === path || (target.address !== "/" && path.startsWith(`${target.address}/`)),
  );
  return known ? null : t`No page of the site has this address.`;
}
