// Programs that read feeds, the sitemap and robots.txt.
import { check } from "k6";
import exec from "k6/execution";
import { Browser } from "../lib/browser.ts";
import { ofIteration, pick } from "../lib/random.ts";
import { scenario } from "../lib/scenario.ts";
import type { Stage } from "../lib/site.ts";
import { siteOf } from "./visits.ts";

const formats = ["rss", "atom", "json-feed"];

/** What a reader or a search engine asks for. */
export const feeds = scenario((stage: Stage): void => {
  exec.vu.metrics.tags["persona"] = "feeds";
  const random = ofIteration();
  const site = siteOf(stage, random);
  const browser = new Browser(site, random);
  for (const path of ["/robots.txt", "/sitemap.xml"]) {
    const answer = browser.read(path, "robots");
    check(answer, { "robots answers 200": ({ status }) => status === 200 });
  }
  const blog = pick(site.catalogue.blogs, random);
  if (blog === undefined) return;
  const path = `${blog.path}?format=${pick(formats, random)}`;
  const feed = browser.read(path, "feed");
  if (!check(feed, { "feed answers 200": ({ status }) => status === 200 })) return;
  const again = browser.read(path, "feed", { "If-None-Match": feed.etag });
  check(again, { "unchanged feed answers 304": ({ status }) => status === 304 });
});
