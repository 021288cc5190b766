// What is at a site: found in its sitemap and in the JSON of its stores, nothing by name.
import http, { type RefinedResponse } from "k6/http";
import { passHeader } from "./browser.ts";
import { number, seed } from "./env.ts";
import { sequence, shuffled } from "./random.ts";
import { refuse } from "./run.ts";
import type { Catalogue, PagePath, Product, Store } from "./site.ts";
import { hostOf, isOwnPath, originsOf, pathOn, urlOf, type StartedTarget } from "./target.ts";

/** Most products, and most pages, of all sites together: each virtual user holds all of them. */
const maxPaths = number("STOA_PATHS", 400);
const fewestPaths = 4;
const maxParts = 20;
const maxRedirects = 5;
/** Types of collections in the JSON of a page. */
const storeType = 13;
/** Types of products that are put into a cart: physical, download, service, gift card. */
const bought = [1, 2, 3, 4];

interface PageJson {
  website: { id: string };
  pagination?: { nextPageUrl: string | null } | null;
  collection?: {
    type: number;
    categories?: { urlId: string }[];
    list?: { orders: { name: string }[]; tags: { name: string }[] };
  };
  items?: {
    id: string;
    title: string;
    fullUrl: string;
    structuredContent?: {
      productType: number;
      variants: { sku: string; unlimited: boolean; qtyInStock: number; pricingOptions?: unknown[] }[];
    };
  }[];
}

const locations = /<(?:url|sitemap)><loc>([^<]+)<\/loc>(.*?)<\/(?:url|sitemap)>/gs;
const alternates = /hreflang="([^"]+)" href="([^"]+)"/g;

/** The path of an address in a sitemap, whichever host it names; null if it has none. */
function pathOf(url: string): string | null {
  const plain = url.replaceAll("&amp;", "&");
  return pathOn(plain, [hostOf(plain)]);
}

/** Reads a site, as its visitors see it. */
class Reader {
  private readonly run: StartedTarget;
  private readonly origin: string;

  constructor(run: StartedTarget) {
    this.run = run;
    this.origin = originsOf(run)[0] ?? "";
  }

  private get(path: string): RefinedResponse<"text"> {
    const params = { headers: { [passHeader]: this.run.pass }, redirects: 0, tags: { name: "load run" } };
    let answer = http.get(urlOf(this.origin, path), { ...params, responseType: "text" });
    // The pass is not taken to other hosts.
    for (let hops = 0; answer.status >= 301 && answer.status <= 308 && hops < maxRedirects; hops += 1) {
      const next = pathOn(answer.headers["Location"] ?? "", [hostOf(this.origin)]);
      if (next === null) break;
      answer = http.get(urlOf(this.origin, next), { ...params, responseType: "text" });
    }
    return answer;
  }

  /** The pages of the sitemap, with that of each part of a long one. */
  pages(most: number): PagePath[] {
    const first = this.sitemap("/sitemap.xml");
    const parts = first.filter(({ path }) => path.startsWith("/sitemap.xml"));
    if (parts.length === 0) return first;
    const found: PagePath[] = [];
    for (const { path } of parts.slice(0, maxParts)) {
      found.push(...this.sitemap(path));
      if (found.length > 50 * most) break;
    }
    return found;
  }

  private sitemap(path: string): PagePath[] {
    const { status, body } = this.get(path);
    if (status !== 200) return refuse(`${this.origin}${path} answered ${status}: is the site open to visitors?`);
    return [...(body ?? "").matchAll(locations)].flatMap(([, url = "", more = ""]) => {
      const own = pathOf(url);
      if (own === null) return [];
      const others = new Map<string, string>();
      for (const [, tag = "", href = ""] of more.matchAll(alternates)) others.set(tag, pathOf(href) ?? own);
      // Pages in further languages stand there too; they are found with that in the primary one.
      if ((others.get("x-default") ?? own) !== own) return [];
      others.delete("x-default");
      return [{ path: own, languages: Object.fromEntries([...others].filter(([, path]) => path !== own)) }];
    });
  }

  /** The JSON of a page; null if it has none. */
  json(path: string): PageJson | null {
    const answer = this.get(`${path}${path.includes("?") ? "&" : "?"}format=json`);
    if (answer.status !== 200) return null;
    try {
      const json = JSON.parse(answer.body ?? "") as PageJson | { data: PageJson };
      // A list that is filled in the browser comes with its template.
      return "data" in json ? json.data : json;
    } catch {
      return null;
    }
  }

  /** The host name that the site's pages name as theirs. */
  host(): string {
    const canonical = /<link rel="canonical" href="([^"]+)"/.exec(this.get("/").body ?? "")?.[1];
    return hostOf(canonical ?? this.origin);
  }
}

/** Reads the lists of a store page by page; whether all of it was read. */
function productsOf(reader: Reader, page: PagePath, first: PageJson, most: number) {
  const products: Product[] = [];
  const words: string[] = [];
  for (let data: PageJson | null = first; data !== null;) {
    for (const { id, title, fullUrl, structuredContent: content } of data.items ?? []) {
      if (content === undefined || !isOwnPath(fullUrl)) continue;
      words.push(...title.split(/\s+/).filter((word) => word.length > 2));
      const single = content.variants.filter(({ pricingOptions = [] }) => pricingOptions.length === 0);
      const variants = single.map(({ sku, unlimited, qtyInStock }) => ({ sku, stock: unlimited ? null : qtyInStock }));
      products.push({ id, path: fullUrl, languages: {}, type: content.productType, variants });
    }
    const next: string | null = data.pagination?.nextPageUrl ?? null;
    if (next === null) return { products, words, isComplete: true };
    if (products.length >= most || !isOwnPath(next)) break;
    data = reader.json(next);
  }
  return { products, words, isComplete: false, page };
}

function storeOf(page: PagePath, { collection }: PageJson): Store {
  const { orders = [], tags = [] } = collection?.list ?? {};
  const names = (named: { name: string }[]): string[] => named.map(({ name }) => name);
  const categories = (collection?.categories ?? []).map(({ urlId }) => urlId);
  return { ...page, orders: names(orders), tags: names(tags), categories };
}

/** Whether a path is that of a product: also of those that were not read, since a large store is read in part. */
export function isBelow(path: string, stores: readonly PagePath[]): boolean {
  return stores.some((store) => path.startsWith(`${store.path}/`));
}

/** Everything that a run needs to know of a site, besides the run itself. */
export function read(run: StartedTarget, siteCount: number): { catalogue: Catalogue; host: string } {
  const reader = new Reader(run);
  const most = Math.max(fewestPaths, Math.floor(maxPaths / siteCount));
  const all = reader.pages(most);
  const parents = new Set(all.map(({ path }) => path.slice(0, path.lastIndexOf("/"))).filter((path) => path !== ""));
  const byPath = new Map(all.map((page) => [page.path, page]));
  const catalogue: Catalogue = {
    pages: [],
    blogs: [],
    stores: [],
    products: [],
    languages: [],
    words: [],
    isComplete: true,
  };
  const listed = new Set<string>();
  for (const page of all.filter(({ path }) => parents.has(path))) {
    const data = reader.json(page.path);
    if (data === null) continue;
    if (data.website.id !== run.websiteId) {
      refuse(`${originsOf(run)[0]}${page.path} is a page of another site than the run's`);
    }
    listed.add(page.path);
    if (data.collection?.type !== storeType) {
      catalogue.blogs.push(page);
      continue;
    }
    catalogue.stores.push(storeOf(page, data));
    const found = productsOf(reader, page, data, most);
    catalogue.isComplete &&= found.isComplete;
    catalogue.products.push(...found.products);
    catalogue.words.push(...found.words);
  }
  const ofProducts = new Set(catalogue.products.map(({ path }) => path));
  const random = sequence(seed);
  catalogue.pages = shuffled(
    all.filter(({ path }) => !ofProducts.has(path) && !isBelow(path, catalogue.stores)),
    random,
  ).slice(0, most);
  // Only complete if none was left out.
  catalogue.isComplete &&= catalogue.products.length <= most;
  catalogue.products = shuffled(catalogue.products, random)
    .slice(0, most)
    .map((product) => ({ ...product, languages: byPath.get(product.path)?.languages ?? {} }));
  catalogue.words = shuffled([...new Set(catalogue.words)], random).slice(0, Math.min(100, most));
  catalogue.languages = [...new Set(all.flatMap(({ languages }) => Object.keys(languages)))].slice(0, 20);
  return { catalogue, host: reader.host() };
}

/** Whether a product can be put into a cart: with `without limit`, however many are bought. */
export function isBought({ type, variants }: Product, stock: "in stock" | "without limit" = "in stock"): boolean {
  const suits = variants.some((variant) => variant.stock === null || (stock === "in stock" && variant.stock > 0));
  return bought.includes(type) && suits;
}
