/** What the page of an account can show. */
export type AccountViewName =
  | "overview"
  | "orders"
  | "addresses"
  | "sign-in"
  | "register"
  | "forgot"
  | "reset"
  | "verify";

const names: readonly AccountViewName[] = ["orders", "addresses", "sign-in", "register", "forgot", "reset", "verify"];

/** The view that an address below `/account` stands for. */
export function viewOf(path: string): AccountViewName {
  const last = path.replace(/\/+$/, "").split("/").at(-1);
  return names.find((name) => name === last) ?? "overview";
}

/** Whether a path leads to a page of this site as the browser reads it: it drops tabs and line breaks, and takes \ for /. */
function isOwn(path: string): boolean {
  try {
    return path.startsWith("/") && new URL(path, location.origin).origin === location.origin;
  } catch {
    return false;
  }
}

/** Where to go after signing in: a page of this site that the address names, else the account. */
export function addressAfterSignIn(query: string): string {
  const next = new URLSearchParams(query).get("next");
  return next !== null && isOwn(next) ? next : "/account";
}

/** The token of a letter; it stands behind the hash, so no server on the way sees it. */
export function tokenOf(hash: string): string {
  return new URLSearchParams(hash.replace(/^#/, "")).get("token") ?? "";
}
