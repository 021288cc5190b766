/** What the server says of the page and of what is recorded on it; the same for all visitors. */
export interface VisitorConfig {
  websiteId: string;
  templateId?: string | null;
  variantId?: string | null;
  pageId?: string;
  pageTitle?: string;
  pageType: number;
  itemId?: string | null;
  collectionId?: string | null;
  /** Language of the site; `resolvedLocale` is that of the page. */
  websiteLocale?: string | null;
  resolvedLocale?: string | null;
  environment: string;
  /** Origins of the events service by environment; empty for the page's own. */
  hosts: Readonly<Record<string, string>>;
  /** Domains of the provider, whose sites share the cookies of an identifier. */
  cookieDomains: readonly string[];
  /** Whether visitors get an identifier if they allow it. */
  mode?: "cookie-free" | "identifier";
  /** Whether consent is required first. */
  asksFirst?: boolean;
  excludedPaths: readonly string[];
  /** What is recorded: web vitals, errors of scripts, time on the page (unless it is false). */
  performance?: boolean;
  scriptErrors?: boolean;
  heartbeat?: boolean;
  /** False if nothing is sent. */
  firing?: boolean;
  censusDisabled?: boolean;
  isConfigPage?: boolean;
  /** Roles of the signed-in contributor; missing for everyone else. */
  accountRoles?: readonly number[] | null;
  /** What a page of search results shows; missing on further pages of them. */
  search?: { query: string; count: number } | null;
}

/** The page's configuration. */
export let config: VisitorConfig;

export function configure(page: VisitorConfig): void {
  config = page;
}

const viewer = 10;
/** The type of `/search`, in every language. */
const searchPage = 102;
/** Not found, lock screen, access denied to a member area. */
const excludedTypes: readonly number[] = [100, 103, 106];

/** Whether the visit counts: of someone anonymous, or of a contributor who may only look. */
export function isRecorded({
  accountRoles,
  isConfigPage,
  censusDisabled,
  firing,
}: Pick<VisitorConfig, "accountRoles" | "isConfigPage" | "censusDisabled" | "firing">): boolean {
  const isVisitor = !accountRoles || String(accountRoles) === String(viewer);
  return isVisitor && !isConfigPage && !censusDisabled && firing !== false;
}

/** The path without a trailing slash; that of the home page keeps it. */
export function withoutSlash(path: string): string {
  return path.replace(/(.)\/$/, "$1");
}

/** Whether nothing at all is recorded on the page: by its type or path, or the path of a folder, such as `/team/*`. */
export function isExcluded({ pageType, excludedPaths }: VisitorConfig, path: string): boolean {
  const own = withoutSlash(path);
  const isMeant = (each: string): boolean =>
    each.endsWith("*") ? `${own}/`.startsWith(each.slice(0, -1)) : own === withoutSlash(each);
  return excludedTypes.includes(pageType) || excludedPaths.some(isMeant);
}

/** Searches are recorded there, but no views of the page. */
export function isSearchPage({ pageType }: VisitorConfig): boolean {
  return pageType === searchPage;
}
