// Programs that read a shop: what is public, and with a contributor's account orders, products and stock.
import { check } from "k6";
import exec from "k6/execution";
import { Browser, type Called } from "../lib/browser.ts";
import { Owner } from "../lib/owner.ts";
import { ofIteration, pick, popular } from "../lib/random.ts";
import { scenario } from "../lib/scenario.ts";
import type { Site, Stage } from "../lib/site.ts";
import { siteOf } from "./visits.ts";

const website = "/api/v1/websites/{websiteId}";
/** Rows of a list on one screen of the admin. */
const limit = 50;

/** The JSON of a store, and the stock of a product. */
function readPublic(site: Site, browser: Browser, random: () => number): void {
  const store = pick(site.catalogue.stores, random);
  if (store !== undefined) {
    const answer = browser.read(`${store.path}?format=json`, "read json");
    check(answer, { "read json answers 200": ({ status }) => status === 200 });
  }
  const product = popular(site.catalogue.products, random);
  if (product === undefined) return;
  const options = { name: "read json", in: {}, query: { itemId: product.id } };
  const stock = browser.call("get", "/api/1/commerce/inventory/stock/", options);
  check(stock, { "stock answers 200": ({ status }) => status === 200 });
}

/** The lists of the admin, with the second page of the orders. */
function readLists(owner: Owner, { websiteId }: Site): void {
  const at = { name: "admin list", in: { websiteId } };
  const checked = <T>(answer: Called<T>): Called<T> => {
    check(answer, { "lists answer 200": ({ status }) => status === 200 });
    return answer;
  };
  const orders = checked(owner.call("get", `${website}/orders`, { ...at, query: { limit } }));
  const cursor = orders.body?.nextPageCursor;
  if (cursor) checked(owner.call("get", `${website}/orders`, { ...at, query: { limit, cursor } }));
  checked(owner.call("get", `${website}/products`, { ...at, query: { limit } }));
  checked(owner.call("get", `${website}/inventory`, { ...at, query: { limit } }));
  checked(owner.call("get", `${website}/customers`, { ...at, query: { limit } }));
}

/** What another program asks a shop in one go. */
export const apiClients = scenario((stage: Stage): void => {
  exec.vu.metrics.tags["persona"] = "api-client";
  const random = ofIteration();
  const site = siteOf(stage, random);
  readPublic(site, new Browser(site, random), random);
  const owner = Owner.of(site);
  if (owner !== null) readLists(owner, site);
});
