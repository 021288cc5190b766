// Someone who looks around: pages, lists, searches, products.
import { Browser, type Page } from "../lib/browser.ts";
import { isBought } from "../lib/catalogue.ts";
import { pick, popular, type Random } from "../lib/random.ts";
import type { PagePath, Product, Site, Store } from "../lib/site.ts";
import { think } from "../lib/think.ts";
import { countVisit } from "./visitor-event.ts";

/** Share of the visitors who were here before and have the site's files. */
const returning = 0.3;
/** Share of the visitors who read the site in another language, if it has any. */
const speakOthers = 0.25;
/** Seconds of reading. */
const reading = { page: 6, list: 8, product: 12 };

/** A visit with the language in which the site is read. */
export interface Visit {
  site: Site;
  browser: Browser;
  random: Random;
  language: string;
  /** What stands before paths of its language, such as `/fr`. */
  prefix: string;
}

/** A new visitor. */
export function arrive(site: Site, random: Random): Visit {
  const browser = new Browser(site, random, random() < returning);
  const other = random() < speakOthers ? pick(site.catalogue.languages, random) : undefined;
  if (other !== undefined) browser.language = `${other},en;q=0.5`;
  return { site, browser, random, language: other ?? "", prefix: other === undefined ? "" : prefixOf(site, other) };
}

function prefixOf({ catalogue }: Site, language: string): string {
  const [path = ""] = catalogue.pages.flatMap(({ languages }) => languages[language] ?? []);
  return /^\/[a-z]{2,3}(-[A-Za-z]+)?(?=\/|$)/.exec(path)?.[0] ?? "";
}

function inLanguage({ language }: Visit, page: PagePath): string {
  return page.languages[language] ?? page.path;
}

/** Opens a page and counts the visit, as the page's own script does. */
export function see(visit: Visit, path: string, name: Parameters<Browser["open"]>[1], seconds = reading.page): Page {
  const page = visit.browser.open(path, name);
  if (page.status === 200) countVisit(visit.browser, page, visit.random);
  think(seconds, visit.random);
  return page;
}

/** A list with a filter or in another order: pages that are made for few visitors. */
function narrowed(store: Store, random: Random): string {
  const filters = [
    ["category", pick(store.categories, random)],
    ["tag", pick(store.tags, random)],
    ["sort", pick(store.orders, random)],
    ["stock", "in"],
  ].filter(([, value]) => value !== undefined);
  const [name = "stock", value = "in"] = pick(filters, random) ?? [];
  return `${name}=${encodeURIComponent(value)}`;
}

/** Looks through a store: its list, sometimes with a filter. */
export function browse(visit: Visit): void {
  const store = pick(visit.site.catalogue.stores, visit.random);
  if (store === undefined) return;
  const path = inLanguage(visit, store);
  see(visit, path, "kept page", reading.list);
  if (visit.random() < 0.4) see(visit, `${path}?${narrowed(store, visit.random)}`, "unkept page", reading.list);
}

/** Searches for a word of what is sold. */
export function search(visit: Visit): void {
  const word = popular(visit.site.catalogue.words, visit.random);
  if (word !== undefined) see(visit, `${visit.prefix}/search?q=${encodeURIComponent(word)}`, "search");
}

/** Looks at a product; the popular ones are seen most. */
export function seeProduct(visit: Visit, product: Product): Page {
  return see(visit, inLanguage(visit, product), "kept page", reading.product);
}

/** A product by popularity; with `bought` one that is in stock. */
export function chooseProduct({ site, random }: Visit, purpose: "seen" | "bought"): Product | undefined {
  const { products } = site.catalogue;
  return popular(purpose === "seen" ? products : products.filter((product) => isBought(product)), random);
}

/** One to three pages of the site: the home page first for most. */
export function lookAround(visit: Visit): void {
  const { site, random } = visit;
  if (random() < 0.6) see(visit, homeOf(visit), "kept page");
  for (let more = Math.floor(random() * 3); more > 0; more -= 1) {
    const page = popular(site.catalogue.pages, random);
    if (page !== undefined) see(visit, inLanguage(visit, page), "kept page");
  }
}

function homeOf(visit: Visit): string {
  const home = visit.site.catalogue.pages.find(({ path }) => path === "/");
  return home === undefined ? "/" : inLanguage(visit, home);
}

/** From the first page to the products, if it goes so far; returns the product that was seen last. */
export function visitProducts(visit: Visit): Product | undefined {
  const { random } = visit;
  if (random() < 0.3) search(visit);
  else browse(visit);
  let last: Product | undefined;
  for (let more = 1 + Math.floor(random() * 3); more > 0; more -= 1) {
    last = chooseProduct(visit, "seen");
    if (last !== undefined) seeProduct(visit, last);
  }
  return last;
}
