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

function isForeignProduct(site: Site, id: string): boolean {
  const own = productsOf(site);
  if (own.has(id)) return false;
  return site.catalogue.isComplete || [...known.values()].some((ids) => ids !== own && ids.has(id));
}

function report(site: Site, found: string): void {
  answerWasForeign(found, site.host);
}

/** Looks at a page: its own address, the site that it names, and its products. */
export function examinePage(site: Site, html: string): void {
  const address = canonical.exec(html)?.[1];
  if (address !== undefined && hostOf(address) !== site.host) report(site, "canonical");
  const named = website.exec(html)?.[1];
  if (named !== undefined && named !== site.websiteId) report(site, "website");
  const foreign = [...html.matchAll(products)].some(([, id = ""]) => isForeignProduct(site, id));
  if (foreign) report(site, "product");
}

/** Looks at JSON: the site that it names. */
export function examineJson(site: Site, json: string): void {
  const named = website.exec(json)?.[1];
  if (named !== undefined && named !== site.websiteId) report(site, "website");
}

/** Looks at a cart: it has nothing but what this visitor put into it. */
export function examineCart(site: Site, items: readonly string[], added: ReadonlySet<string>): void {
  if (items.some((item) => !added.has(item))) report(site, "cart");
}
