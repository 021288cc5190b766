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

/** What may be wrong with an address that can be linked to. */
export function linkDoubt(address: string, targets: LinkTarget[]): string | null {
  if (!address.startsWith("/") || targets.length === 0) return null;
  // Files of the library are no pages.
  if (address.startsWith("/assets/")) return null;
  const path = address.replace(/[?#].*$/, "").replace(/(.)\/$/, "$1");
  const known = targets.some((target) => target.address === path || (target.address !== "/" && path.startsWith(`${target.address}/`)));
  return known ? null : "No page of the site has this address now.";
}
