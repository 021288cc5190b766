// Someone who works on the site: edits a page, uploads a picture, publishes.
import { check } from "k6";
import exec from "k6/execution";
import http from "k6/http";
import encoding from "k6/encoding";
import type { Answer } from "../lib/api.ts";
import { Browser } from "../lib/browser.ts";
import { Owner } from "../lib/owner.ts";
import { ofIteration, type Random } from "../lib/random.ts";
import { scenario } from "../lib/scenario.ts";
import type { Site, Stage } from "../lib/site.ts";
import { think } from "../lib/think.ts";
import { siteOf } from "./visits.ts";

const pages = "/api/v1/websites/{websiteId}/pages";
const page = `${pages}/{pageId}` as const;
type Page = Answer<typeof page, "get">;

/** A picture of 8 × 8 pixels. */
const picture = encoding.b64decode(
  "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mPQCLDBihiGlgQAkMctATCZTaoAAAAASUVORK5CYII=",
);
/** Seconds for writing and looking. */
const working = { writing: 15, looking: 8 };

/** The page that each virtual user works on, by site: one of their own, so that no other page is changed. */
const ownPages = new Map<string, string>();

function makePage(owner: Owner, site: Site): string | null {
  const known = ownPages.get(site.websiteId);
  if (known !== undefined) return known;
  const body = { title: `Load test ${site.run} ${exec.vu.idInTest}` };
  const made = owner.call("post", pages, { name: "edit", in: { websiteId: site.websiteId }, body });
  check(made, { "page is made": ({ status }) => status === 201 });
  if (made.body === null) return null;
  ownPages.set(site.websiteId, made.body.id);
  return made.body.id;
}

/** Uploads a picture and returns its address. */
function upload(owner: Owner, site: Site): string | null {
  const fields = { altText: "A dark square", file: http.file(picture, `square-${exec.vu.idInTest}.png`, "image/png") };
  const answer = owner.upload(fields, site.websiteId);
  check(answer, { "picture is uploaded": ({ status }) => status === 201 });
  return answer.body?.url ?? null;
}

/** The edit operations of a text: a new section on an empty page, or other words in the section that is there. */
function operations({ document }: Page, html: string): Record<string, unknown>[] {
  const [known] = document.sections.flatMap(({ rows }) =>
    rows.flatMap(({ columns }) => columns.flatMap((c) => c.blocks)),
  );
  if (known !== undefined) {
    const before = known.settings["html"];
    return [{ op: "set", id: known.id, path: ["settings", "html"], before, value: html }];
  }
  const block = { id: "load-text", kind: "text", settings: { html } };
  const row = { id: "load-row", columns: [{ span: 12, blocks: [block] }] };
  return [{ op: "insertSection", section: { id: "load-section", settings: {}, rows: [row] } }];
}

/** Edits a draft in some steps, uploads a picture, publishes and looks at the page. */
export const contributors = scenario((stage: Stage): void => {
  exec.vu.metrics.tags["persona"] = "contributor";
  const random = ofIteration();
  const site = siteOf(stage, random);
  const owner = Owner.of(site);
  if (owner === null) return;
  const pageId = makePage(owner, site);
  if (pageId === null) return;
  const at = { websiteId: site.websiteId, pageId };
  owner.call("get", pages, { name: "admin list", in: { websiteId: site.websiteId } });
  think(working.looking, random);
  const words = `load-${exec.scenario.iterationInTest}-${Math.floor(random() * 1e9).toString(36)}`;
  const address = upload(owner, site);
  for (const [number, html] of [`<p>Begun ${words}</p>`, `<p>${words}</p>`].entries()) {
    const before = owner.call("get", page, { name: "edit", in: at });
    if (before.body === null) return;
    const steps = [{ number: number + 1, kind: "edit" as const, operations: operations(before.body, html) }];
    const body = { base: before.body.revision, client: `load-${words}`, steps };
    const edited = owner.call("post", `${page}/operations`, { name: "edit", in: at, body });
    check(edited, { "edit is taken": ({ status }) => status === 200 });
    think(working.writing, random);
  }
  publish(owner, site, at, { words, random });
  if (address !== null) new Browser(site, random).fetch(address, "picture");
});

/** Publishes the draft: visitors see it at once. */
function publish(
  owner: Owner,
  site: Site,
  at: { websiteId: string; pageId: string },
  { words, random }: { words: string; random: Random },
): void {
  const draft = owner.call("get", page, { name: "edit", in: at });
  if (draft.body === null) return;
  const body = { revision: draft.body.revision };
  const published = owner.call("post", `${page}/publish`, { name: "publish", in: at, body });
  check(published, { "publish answers 200": ({ status }) => status === 200 });
  if (published.body === null) return;
  const seen = new Browser(site, random).page(published.body.fullUrl, "unkept page");
  check(seen, { "visitors see what was published": ({ html }) => html.includes(words) });
}
