/** A page of the site that a link can lead to. */
export interface LinkTarget {
  title: string;
  address: string;
}

const harmless = /^(?:[/#?]|(?:https?:\/\/|mailto:|tel:|sms:).)/i;

/** Why an address cannot be linked to; the server holds to the same rule. */
export function linkProblem(address: string): string | null {
  if (address === "") return null;
  if (/[\s\p{Cc}]/u.test(address)) return "An address has no spaces.";
  return harmless.test(address) ? null : "Enter an address such as /shop or https://domain.com.";
}

/** Addresses that every site has without a page of its owner: files of the library, the way of a purchase, accounts, search. */
const everywhere = /^\/(?:assets\/|(?:cart|checkout|account|search|cookie-settings)(?:\/|$))/;

/** The path of an address, as pages are known by. */
function pathOf(address: string): string {
  return address.replace(/[?#].*$/, "").replace(/(.)\/$/, "$1");
}

/** Whether a page of the owner's has just this address. */
export function isTaken(address: string, targets: LinkTarget[]): boolean {
  return targets.some((target) => target.address === pathOf(address));
}

/** What may be wrong with an address that can be linked to. */
export function linkDoubt(address: string, targets: LinkTarget[]): string | null {
  if (!address.startsWith("/") || targets.length === 0) return null;
  const path = pathOf(address);
  if (everywhere.test(path)) return null;
  const known = targets.some((target) => target.address === path || (target.address !== "/" && path.startsWith(`${target.address}/`)));
  return known ? null : "No page of the site has this address now.";
}
