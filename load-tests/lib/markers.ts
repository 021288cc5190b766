// No answer of a site may have something of another one.
import { answerWasForeign } from "./metrics.ts";
import type { Site } from "./site.ts";
import { hostOf } from "./target.ts";

const canonical = /<link rel="canonical" href="([^"]+)"/;
const website = /"websiteId":"([^"]+)"/;
const products = /data-(?:stoa-price-of|item-id)="(prd_[^"]+)"/g;

/** Ids of the products of each site, and the site of each product. */
const known = new Map<string, Set<string>>();

function productsOf({ websiteId, catalogue }: Site): Set<string> {
  let ids = known.get(websiteId);
  if (ids === undefined) {
    ids = new Set(catalogue.products.map(({ id }) => id));
    known.set(websiteId, ids);
  }
  return ids;
}

/** Whether the site itself knows a product: asked when it was not found before, as that of a store without a page. */
export type Asks = (id: string) => boolean;

function isForeignProduct(site: Site, id: string, isKnown: Asks): boolean {
  const own = productsOf(site);
  if (own.has(id)) return false;
  if ([...known.values()].some((ids) => ids !== own && ids.has(id))) return true;
  if (!site.catalogue.isComplete) return false;
  if (!isKnown(id)) return true;
  own.add(id);
  return false;
}

function report(site: Site, found: string): void {
  answerWasForeign(found, site.host);
}

/** Looks at a page: its own address, the site that it names, and its products. */
export function examinePage(site: Site, html: string, isKnown: Asks): void {
  const address = canonical.exec(html)?.[1];
  if (address !== undefined && hostOf(address) !== site.host) report(site, "canonical");
  const named = website.exec(html)?.[1];
  if (named !== undefined && named !== site.websiteId) report(site, "website");
  const foreign = [...html.matchAll(products)].some(([, id = ""]) => isForeignProduct(site, id, isKnown));
  if (foreign) report(site, "product");
}

/** Looks at JSON: the site that it names. */
export function examineJson(site: Site, json: string): void {
  const named = website.exec(json)?.[1];
  if (named !== undefined && named !== site.websiteId) report(site, "website");
}

/** Addresses in a sitemap. */
const locations = /<loc>([^<]+)/g;
/** Whose an RSS feed, an Atom feed or a robots.txt is; addresses of entries follow, and may lead anywhere. */
const itsOwn = /<link>([^<]+)|<link rel="self"[^>]* href="([^"]+)|^Sitemap: *(\S+)/m;

interface Json {
  website?: { id: string };
  data?: Json;
  feed_url?: string;
}

function parsed(text: string): Json {
  try {
    return text.startsWith("{") ? (JSON.parse(text) as Json) : {};
  } catch {
    return {};
  }
}

/** Looks at a sitemap, a feed, a robots.txt or the JSON of a page: the site that it is about. */
export function examineDocument(site: Site, text: string): void {
  const json = parsed(text);
  const named = (json.website ?? json.data?.website)?.id;
  if (named !== undefined && named !== site.websiteId) report(site, "website");
  const addresses = [...text.matchAll(locations)].map(([, address = ""]) => address);
  addresses.push(json.feed_url ?? itsOwn.exec(text)?.slice(1).join("") ?? "");
  const own = [site.host, ...site.origins.map(hostOf)];
  const hosts = addresses.map(hostOf).filter((host) => host !== "");
  if (hosts.some((host) => !own.includes(host))) report(site, "address");
}

/** Looks at a cart: it has nothing but what this visitor put into it. */
export function examineCart(site: Site, items: readonly string[], added: ReadonlySet<string>): void {
  if (items.some((item) => !added.has(item))) report(site, "cart");
}
