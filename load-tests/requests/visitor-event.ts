// The view of a page that the page's own script reports.
import { check } from "k6";
import exec from "k6/execution";
import type { FormFields } from "../lib/api.ts";
import type { Browser, Page } from "../lib/browser.ts";
import { numberOf, type Random } from "../lib/random.ts";

const configuration = /id="stoa-visitor" data-config="([^"]*)"/;
const path = "/api/census/RecordHit";
const pageView = "1";

interface VisitorConfig {
  websiteId: string;
  templateId?: string;
  websiteLocale?: string;
  pageType: number;
  itemId?: string;
  collectionId?: string;
  firing?: boolean;
}

function configOf(html: string): VisitorConfig | null {
  const written = configuration.exec(html)?.[1];
  return written === undefined
    ? null
    : (JSON.parse(written.replaceAll("&quot;", '"').replaceAll("&amp;", "&")) as VisitorConfig);
}

function hex(number: number): string {
  return (number >>> 0).toString(16).padStart(8, "0");
}

/** Another one for each event, also in a run with the same seed: an event is counted once. */
function idOf({ site }: Browser, random: Random): string {
  return hex(numberOf(site.runId) ^ (random() * 2 ** 32)) + hex(exec.scenario.iterationInTest);
}

/** Counts the view of a page. */
export function countVisit(browser: Browser, page: Page, random: Random): void {
  const config = configOf(page.html);
  if (config === null || config.firing === false) return;
  const { websiteId, templateId, websiteLocale, pageType, itemId, collectionId } = config;
  const [viewportInnerWidth, viewportInnerHeight] = browser.screen === "phone" ? [412, 785] : [1440, 900];
  const url = browser.origin + (page.path.split("?")[0] ?? "");
  const data = {
    clientDate: Date.now(),
    viewportInnerWidth,
    viewportInnerHeight,
    websiteId,
    templateId,
    websiteLocale,
    url,
    title: /<title>([^<]*)/.exec(page.html)?.[1] ?? "",
    ...(itemId === undefined ? { collectionId } : { itemId }),
    pageType,
    referrer: "",
    eventId: idOf(browser, random),
  };
  const fields: FormFields<typeof path, "post"> = { event: pageView, data: JSON.stringify(data), ss_cvr: "" };
  const { status } = browser.submit(path, fields as Record<string, string>, { name: "visitor event" });
  check(status, { "visitor event is taken": (is) => is === 200 });
}
