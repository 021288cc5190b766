// What the scenarios have in common that measure the figures: closed loads, as much as the server takes.
import type { Options } from "k6/options";
import { isBought } from "./catalogue.ts";
import { list, number, text } from "./env.ts";
import { trendStats } from "./options.ts";
import { hasOwner } from "./owner.ts";
import { giveUp, orEnd, Refusal } from "./run.ts";
import type { Product, Site, Stage } from "./site.ts";
import { setUp } from "./stage.ts";
import { connection, hostOf } from "./target.ts";

/** What can be bought however often. */
export interface Offer {
  product: Product;
  sku: string;
}

/** Options of any figure. */
export function figure(options: Options): Options {
  return { ...connection(), summaryTrendStats: [...trendStats], ...options };
}

/** A run with `STOA_USERS` at the same time for `STOA_SECONDS` seconds. */
export function steady(thresholds: Record<string, string[]>): Options {
  return figure({ vus: number("STOA_USERS", 16), duration: `${number("STOA_SECONDS", 10)}s`, thresholds });
}

/** The longest figures take some minutes. */
const maxSeconds = 1_800;

/** Starts the run of a figure. */
export function setUpFigure(name: string): Stage {
  return setUp(name, maxSeconds, { works: hasOwner(), buys: false });
}

/** Starts the run of a figure that changes stock or discounts with an owner's account: only on this machine. */
export function setUpOwnFigure<T>(name: string, prepare: (stage: Stage) => T): T {
  const elsewhere = list("STOA_URL").find((url) => !isHere(hostOf(url)));
  if (elsewhere !== undefined || text("STOA_TARGETS") !== "") {
    const reason = `${name} changes stock or discounts and does not change them back`;
    return giveUp(
      new Refusal(`${reason}: it only runs against localhost, not ${elsewhere ?? "the sites of STOA_TARGETS"}`),
    );
  }
  const stage = setUpFigure(name);
  return orEnd(stage.sites, () => prepare(stage));
}

/** Whether a host name is that of this machine. */
export function isHere(host: string): boolean {
  return /^(?:.+\.)?localhost$|^127\.\d+\.\d+\.\d+$/.test(host);
}

/** The site that is measured. */
export function onlySite({ sites: [site] }: Stage): Site {
  if (site === undefined) throw new Error("there is no site to measure");
  return site;
}

const offers = new Map<string, Offer[]>();

/** What a long run cannot use up. */
export function withoutLimit(site: Site): Offer[] {
  let found = offers.get(site.websiteId);
  if (found === undefined) {
    found = site.catalogue.products
      .filter((product) => isBought(product, "without limit"))
      .map((product) => {
        const variant = product.variants.find(({ stock }) => stock === null);
        return { product, sku: variant?.sku ?? "" };
      });
    offers.set(site.websiteId, found);
  }
  if (found.length === 0) throw new Error(`${site.host} has no product that can be bought without limit`);
  return found;
}

/** The next of several things, in turn. */
export function inTurn<T>(things: readonly T[]): T {
  const thing = things[(__VU * 7 + __ITER) % things.length];
  if (thing === undefined) throw new Error("there is nothing to choose from");
  return thing;
}
