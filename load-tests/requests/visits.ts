// A whole visit: as far into the shop as the funnel says.
import exec from "k6/execution";
import { depth, type Depth } from "../lib/funnel.ts";
import { ofIteration, weighted, type Random } from "../lib/random.ts";
import { scenario } from "../lib/scenario.ts";
import type { Site, Stage } from "../lib/site.ts";
import { fillCart, order } from "./shopper.ts";
import { arrive, lookAround, visitProducts } from "./visitor.ts";

/** One of the tested sites, by weight. */
export function siteOf({ sites }: Stage, random: Random): Site {
  const site = weighted(sites, random);
  if (site === undefined) throw new Error("there is no site to visit");
  return site;
}

/** A new visitor, who leaves early or late. */
export function visit(site: Site, random: Random, goes: Depth = depth(random)): void {
  exec.vu.metrics.tags["persona"] = goes === "cart" || goes === "order" ? "shopper" : "visitor";
  const own = arrive(site, random);
  lookAround(own);
  if (goes === "visit") return;
  const seen = visitProducts(own);
  if (goes === "product") return;
  const cart = fillCart(own, seen);
  if (cart !== null && goes === "order") order(own, cart);
}

/** The visits of a profile. */
export const visits = scenario((stage: Stage): void => {
  const random = ofIteration();
  visit(siteOf(stage, random), random);
});
