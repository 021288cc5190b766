// Something popular goes on sale: everyone comes at once, for the same product, and it may be sold out.
import exec from "k6/execution";
import { isBought } from "../lib/catalogue.ts";
import { optionsOf, setUpFor, type Profile } from "../lib/options.ts";
import { ofIteration } from "../lib/random.ts";
import { scenario } from "../lib/scenario.ts";
import type { Product, Site, Stage } from "../lib/site.ts";
import { tearDown } from "../lib/stage.ts";
import { fillCart, order } from "../requests/shopper.ts";
import { arrive, lookAround, seeProduct } from "../requests/visitor.ts";
import { siteOf } from "../requests/visits.ts";

const profile: Profile = {
  name: "flash-sale",
  seconds: 300,
  from: 1,
  visit: 45,
  sellsOut: true,
  phases: [
    { share: 0.2, visits: 1 },
    { share: 0.02, visits: 20 },
    { share: 0.38, visits: 20 },
    { share: 0.1, visits: 2 },
    { share: 0.3, visits: 2 },
  ],
};
/** Shares of those who put it into the cart, and of those who also pay for it. */
const shares = { cart: 0.4, order: 0.6 };

export const options = optionsOf(profile);
export const setup = (): Stage => setUpFor(profile);
export const teardown = tearDown;
export { apiClients } from "../requests/api-client.ts";
export { contributors } from "../requests/contributor.ts";
export { feeds } from "../requests/feeds.ts";
export { handleSummary } from "../lib/summary.ts";

function pieces({ variants }: Product): number {
  return variants.reduce((sum, { stock }) => sum + (stock ?? 0), 0);
}

/** The product of the sale: the one with the largest stock of those whose stock is limited; it can run out. */
function soldThere({ catalogue }: Site): Product | undefined {
  const limited = catalogue.products.filter((product) => isBought(product) && pieces(product) > 0);
  const [most] = limited.sort((one, other) => pieces(other) - pieces(one) || (one.id < other.id ? -1 : 1));
  return most ?? catalogue.products.find((product) => isBought(product));
}

/** Comes for the product, and sometimes looks around first. */
export const visits = scenario((stage: Stage): void => {
  exec.vu.metrics.tags["persona"] = "shopper";
  const random = ofIteration();
  const site = siteOf(stage, random);
  const product = soldThere(site);
  const visit = arrive(site, random);
  if (product === undefined || random() < 0.2) lookAround(visit);
  if (product === undefined) return;
  seeProduct(visit, product);
  if (random() > shares.cart) return;
  const cart = fillCart(visit, product);
  if (cart !== null && random() < shares.order) order(visit, cart);
});
