/** Views of the account page. */
export type AccountViewName =
  | "overview"
  | "orders"
  | "addresses"
  | "payment-methods"
  | "sign-in"
  | "register"
  | "forgot"
  | "reset"
  | "verify";

const names: readonly AccountViewName[] = [
  "orders",
  "addresses",
  "payment-methods",
  "sign-in",
  "register",
  "forgot",
  "reset",
  "verify",
];

/** The view of a path below `/account`. */
export function viewOf(path: string): AccountViewName {
  const last = path.replace(/\/+$/, "").split("/").at(-1);
  return names.find((name) => name === last) ?? "overview";
}

/**
 * Whether a path leads to a page of this site as browsers parse it: they drop tabs and line breaks, and treat \ as /.
 */
function isOwn(path: string): boolean {
  try {
    return path.startsWith("/") && new URL(path, location.origin).origin === location.origin;
  } catch {
    return false;
  }
}

/** Target after signing in: the page of this site in the query string, else the account. */
export function addressAfterSignIn(query: string): string {
  const next = new URLSearchParams(query).get("next");
  return next !== null && isOwn(next) ? next : "/account";
}

/** The token of an e-mail link; it is in the fragment, so that it is not sent to servers. */
export function tokenOf(hash: string): string {
  return new URLSearchParams(hash.replace(/^#/, "")).get("token") ?? "";
}
