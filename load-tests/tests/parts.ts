// Tests of the parts that need no server: `k6 run load-tests/tests/parts.ts`.
import { check } from "k6";
import type { Options } from "k6/options";
import { filled } from "../lib/api.ts";
import { isBelow } from "../lib/catalogue.ts";
import { climb, rateAt } from "../lib/climb.ts";
import { depth } from "../lib/funnel.ts";
import { limitOf, relativeTo } from "../lib/limits.ts";
import { examineCart, examineDocument, examineJson, examinePage } from "../lib/markers.ts";
import { isHere } from "../lib/figure.ts";
import { beginCounting } from "../lib/metrics.ts";
import { optionsOf } from "../lib/options.ts";
import { filesOf, following, importsOf } from "../lib/page-files.ts";
import { ofIteration, popular, sequence, shuffled, weighted } from "../lib/random.ts";
import { remedyOf } from "../lib/run.ts";
import { scenario } from "../lib/scenario.ts";
import type { Product, Site } from "../lib/site.ts";
import { broken, remarks } from "../lib/summary.ts";
import { hostOf, isOwnPath, originOf, pathOn } from "../lib/target.ts";

/** Answers of another site that the tests show to the suite; each is to be found. */
const planted = 9;

export const options: Options = {
  iterations: 1,
  thresholds: { checks: ["rate==1"], foreign_answers: [`count==${planted}`], script_errors: ["count==1"] },
};

function siteOf(websiteId: string, host: string, product: string): Site {
  const products: Product[] = [{ id: product, path: "/shop/a", languages: {}, type: 1, variants: [] }];
  const catalogue = { pages: [], blogs: [], stores: [], products, languages: [], words: [], isComplete: true };
  const run = { runId: "lr_1", pass: "", endsOn: 0, maxCallsPerSecond: 1, websiteIdentifier: "a", currency: "USD" };
  const url = `https://${host}`;
  const place = {
    url,
    origins: [url],
    host,
    weight: 1,
    run: "a",
    owner: null,
    paymentMethods: [],
    emails: "suppressed",
  };
  return { ...run, ...place, websiteId, catalogue };
}

function countsOf<T>(times: number, next: () => T): Map<T, number> {
  const counts = new Map<T, number>();
  for (let time = 0; time < times; time += 1) {
    const found = next();
    counts.set(found, (counts.get(found) ?? 0) + 1);
  }
  return counts;
}

function isNear(value: number, expected: number): boolean {
  return Math.abs(value - expected) < 0.12 * expected;
}

function testsRandom(): void {
  const [one, again, other] = [sequence(1), sequence(1), sequence(2)];
  const numbers = Array.from({ length: 100 }, () => [one(), again(), other()] as const);
  check(numbers, {
    "the same sequence has the same numbers": (all) => all.every(([first, second]) => first === second),
    "another sequence has other numbers": (all) => all.every(([first, , third]) => first !== third),
    "numbers are from 0 to 1": (all) => all.every(([first]) => first >= 0 && first < 1),
  });
  const random = sequence(3);
  const seen = countsOf(20_000, () => popular(["a", "b", "c", "d"], random));
  const share = (name: string): number => (seen.get(name) ?? 0) / 20_000;
  check(seen, {
    "the first is chosen twice as often as the second": () => isNear(share("a") / share("b"), 2),
    "the first is chosen four times as often as the fourth": () => isNear(share("a") / share("d"), 4),
    "of nothing, nothing is chosen": () => popular([], random) === undefined,
  });
  const heavy = { weight: 3 };
  const weights = countsOf(20_000, () => weighted([heavy, { weight: 1 }], random) === heavy);
  check(weights, { "weights are kept": (counts) => isNear(counts.get(true) ?? 0, 15_000) });
  const mixed = shuffled([1, 2, 3, 4, 5], sequence(4));
  check(mixed, {
    "shuffled things are all there": (all) => [...all].sort().join() === "1,2,3,4,5",
    "they are in the same order with the same seed": (all) =>
      all.join() === shuffled([1, 2, 3, 4, 5], sequence(4)).join(),
  });
  check(ofIteration()(), { "an iteration has numbers of its own": (value) => value >= 0 && value < 1 });
}

function testsFunnel(): void {
  const random = sequence(5);
  const depths = countsOf(20_000, () => depth(random));
  const share = (name: "visit" | "product" | "cart" | "order"): number => (depths.get(name) ?? 0) / 200;
  check(depths, {
    "70 of 100 visits end before a product": () => isNear(share("visit"), 70),
    "22 end at a product": () => isNear(share("product"), 22),
    "5 end at the cart": () => isNear(share("cart"), 5),
    "3 end with an order": () => isNear(share("order"), 3),
  });
}

const html = `<html><head><link rel="canonical" href="https://a.example/shop/a">
<link rel="preload" href="/font.woff2" as="font" crossorigin><link rel="stylesheet" href="/a.css?v=1&amp;w=2">
<script type="module" src="/static/islands.js"></script><script src="https://else.example/x.js"></script>
<script type="application/json" id="stoa-context">{"websiteId":"site_a"}</script></head>
<body data-stoa-price-of="prd_a"><div data-stoa-island="product-form"></div>
<img src="/p.jpg" srcset="/p.jpg?format=300w 300w, /p.jpg?format=1000w 1000w, /p.jpg?format=1500w 1280w">
<img src="/q.jpg" loading="lazy"></body></html>`;
const script =
  'import{a}from"./chunk.js";import"../b.js";var m={"product-form":()=>$(()=>import(`./assets/form.js`)),' +
  "donate:()=>$(()=>import(`./assets/donate.js`))}";

function testsPageFiles(): void {
  const paths = (screen: "phone" | "desktop"): string =>
    filesOf(html, screen)
      .map(({ path }) => path)
      .join(" ");
  const imports = importsOf("/static/islands.js", script);
  check(html, {
    "the files of a page are found, and nothing of other hosts": () =>
      paths("phone") === "/font.woff2 /a.css?v=1&w=2 /static/islands.js /p.jpg?format=1000w /q.jpg",
    "a wide screen loads a larger picture": () => paths("desktop").includes("/p.jpg?format=1500w"),
    "imports of a script are found": () => imports.always.join(" ") === "/static/chunk.js /b.js",
    "only parts that the page has are loaded": () =>
      following(imports, html)
        .map(({ path }) => path)
        .join(" ") === "/static/chunk.js /b.js /static/assets/form.js",
  });
}

function testsAddresses(): void {
  const foreign = ["@else.example/x", "//else.example/x", "/\\else.example/x", "https://else.example/x", "x", ""];
  const hosts = ["a.example"];
  const evil = importsOf("/a.js", 'import"../@else.example/x";import"..//else.example/x"');
  check(foreign, {
    "what would lead to another host is no path": (all) => !all.some((path) => isOwnPath(path)),
    "redirects to other hosts are not followed": (all) => all.every((path) => pathOn(path, hosts) === null),
    "nor to a host with a name before it": () => pathOn("https://a.example@else.example/x", hosts) === null,
    "redirects on the same host are": () =>
      ["/x?y", "https://A.example:8/x?y"].every((address) => pathOn(address, hosts) === "/x?y") &&
      pathOn("https://a.example", hosts) === "/",
    "imports stay on the site": () =>
      following(evil, "")
        .map(({ path }) => path)
        .join(" ") === "/@else.example/x",
    "what is below a store is none of the pages": () => {
      const stores = [{ path: "/shop", languages: {} }];
      return isBelow("/shop/a", stores) && !isBelow("/shop", stores) && !isBelow("/shopping", stores);
    },
  });
}

function testsMarkers(): void {
  const [site, other] = [siteOf("site_a", "a.example", "prd_a"), siteOf("site_b", "b.example", "prd_b")];
  // Of its own: nothing is found.
  const isKnown = (): boolean => false;
  examinePage(site, html, isKnown);
  examineJson(site, '{"websiteId":"site_a"}');
  examineCart(site, ["prd_a"], new Set(["prd_a"]));
  const documents = [
    "<urlset><url><loc>https://a.example/</loc></url><url><loc>https://a.example/x</loc></url></urlset>",
    "<rss><channel><link>https://a.example/blog</link><item><link>https://else.example/x</link></item></channel></rss>",
    '<feed><link rel="self" type="a/b" href="https://a.example/blog?format=atom"/></feed>',
    '{"website":{"name":"A","id":"site_a"}}',
  ];
  for (const document of documents) examineDocument(site, document);
  // Canonical address, site and product of another one.
  examinePage(other, html, isKnown);
  // A product that was not found, but is there.
  examinePage(site, html.replace('"prd_a"', '"prd_c"'), () => true);
  examineJson(other, '{"websiteId":"site_a"}');
  // The same documents at another site.
  for (const document of documents) examineDocument(other, document);
  examineCart(site, ["prd_a", "prd_b"], new Set(["prd_a"]));
}

function testsTheRest(): void {
  const path = filled("/a/{id}/b", { id: "x/y" }, { q: "1 2", none: null });
  const { scenarios, thresholds } = optionsOf({ name: "a", seconds: 10, from: 1, phases: [{ share: 1, visits: 1 }] });
  const long = { name: "a", seconds: 1_000, from: 1, phases: [{ share: 1, visits: 1 }] };
  const { thresholds: manyVisits } = optionsOf(long);
  const { thresholds: withBuyer } = optionsOf({ ...long, seconds: 10, buys: true });
  check(path, {
    "parameters are escaped": (found) => found === "/a/x%2Fy/b?q=1%202",
    "host and origin of an address": () =>
      hostOf("https://A.example:8/x") === "a.example" && originOf("https://a.example:8/x") === "https://a.example:8",
    "there are limits by what people feel": () => (limitOf("checkout: submit")?.p99 ?? 0) > 0,
    "connections have a limit": () =>
      "connecting" in (thresholds ?? {}) && !("http_req_duration{name:connecting}" in (thresholds ?? {})),
    "what a purchase shows is judged by itself": () => "checks{check:order is paid}" in (thresholds ?? {}),
    "an error of a script breaks a limit": () => "script_errors" in (thresholds ?? {}),
    "a few visits need no order": () => !("confirmed_orders" in (thresholds ?? {})),
    "where someone buys in any case, there must be one": () => "confirmed_orders" in (withBuyer ?? {}),
    "many do": () => "confirmed_orders" in (manyVisits ?? {}),
    "a quiet run of few requests says nothing of their p99": () =>
      relativeTo({ count: 50, p95: 100, p99: 9_000 }, { p95: 200, p99: 500 }).p99 === 375 &&
      relativeTo({ count: 100, p95: 100, p99: 300 }, { p95: 200, p99: 500 }).p99 === 450,
    "only this machine is this machine": () =>
      ["localhost", "a.localhost", "127.0.0.1"].every(isHere) && !["a.example", "localhost.example"].some(isHere),
    "other requests have none": () => limitOf("picture") === null,
    "a profile has visits that arrive at a rate": () => scenarios?.["visits"]?.executor === "ramping-arrival-rate",
    "each limit is judged": () => "http_req_duration{name:add to cart}" in (thresholds ?? {}),
  });
}

function testsClimb(): void {
  const climbed = climb();
  const { from, phases, seconds } = climbed;
  const { scenarios } = optionsOf({ name: "a", ...climbed, ready: 50, climbs: true });
  const found = scenarios?.["visits"];
  const rising = found?.executor === "ramping-arrival-rate" ? found : null;
  check(phases, {
    "a climb lasts 13 minutes": () => seconds === 780,
    "it begins at one visit a second": () => from === 1 && phases[0]?.visits === 1,
    "each step has a quarter more than the one before": (all) => all[4]?.visits === 1.25 ** 2,
    "a rate is held for 20 seconds": () => rising?.stages[3]?.duration === "20000ms",
    "all shares are the whole": (all) => Math.abs(all.reduce((sum, { share }) => sum + share, 0) - 1) < 1e-9,
    "the rate rises between steps": () =>
      isNear(rateAt(climbed, 35 / 780), 1.125) && rateAt(climbed, 45 / 780) === 1.25 && rateAt(climbed, 1) > 260,
    "virtual users are there for a part of it, and may become more": () =>
      (rising?.preAllocatedVUs ?? 0) < 2_000 && (rising?.maxVUs ?? 0) > 20_000,
    "the others come in the same steps": () => scenarios?.["feeds"]?.executor === "ramping-arrival-rate",
  });
}

function testsSummary(): void {
  const values = { count: 21, "p(95)": 300 };
  const slow = (values: Record<string, number>) => ({
    "http_req_duration{name:search}": { values, thresholds: { "p(95)<200": { ok: false } } },
  });
  const dropped = { dropped_iterations: { values: { count: 9 }, thresholds: { "count<=5": { ok: false } } } };
  const paid = (count: number) => ({ confirmed_orders: { values: { count } } });
  const required = { confirmed_orders: { values: { count: 0 }, thresholds: { "count>0": { ok: false } } } };
  check(values, {
    "a limit that few requests broke says so": (few) =>
      broken(slow(few))[0] === "search: p(95)<200, but it is 300 (21 requests: one or two slow ones decide)",
    "one that many broke does not": (few) =>
      broken(slow({ ...few, count: 100 }))[0] === "search: p(95)<200, but it is 300",
    "a slow run hears of shared machines": (few) => remarks({ ...slow(few), ...paid(1) }).includes("STOA_QUIET"),
    "a run without an order says so": () =>
      remarks(paid(0)) === "No order was paid: the run was too short to try it.\n",
    "one with an order does not, nor one that had to have some": () => remarks(paid(1)) + remarks(required) === "",
    "visits that could not begin while answers were in time are about k6": () =>
      remarks({ ...dropped, ...paid(1) }).startsWith("k6 had no virtual user free"),
    "while answers were late, they are about the shop": (few) =>
      !remarks({ ...dropped, ...slow(few), ...paid(1) }).includes("no virtual user"),
    "a climb says how high it came": () =>
      remarks({ visits_per_second: { values: { max: 12.345 } }, ...paid(1) }).includes("12.3 visits a second"),
    "a name that is not known has a remedy": () =>
      remedyOf("lookup shop.example: no such host").includes("STOA_RESOLVE=HOST=IP:PORT"),
    "a certificate has one": () => remedyOf("x509: certificate signed by unknown authority").includes("SSL_CERT_FILE"),
    "another error has none": () => remedyOf("dial: connection refused") === "",
  });
}

function testsScenarios(): void {
  let reason = "";
  try {
    scenario(() => {
      throw new Error("planted");
    })(null);
  } catch (error) {
    reason = String(error);
  }
  check(reason, { "an error of a script is counted and goes on to k6": (found) => found === "Error: planted" });
}

export default function parts(): void {
  beginCounting();
  testsRandom();
  testsFunnel();
  testsPageFiles();
  testsAddresses();
  testsMarkers();
  testsScenarios();
  testsTheRest();
  testsClimb();
  testsSummary();
}
