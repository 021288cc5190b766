import { ownAddress, randomId } from "./browser";
import { config, withoutSlash } from "./config";
import { campaign, type Fields } from "./payload";
import { send, timed } from "./transport";
import { visitor } from "./visitor";

const timeout = 2_500;
const publicPage = 1;
const contentItem = 50;

/** Numbers of the events that are hits. */
export const pageView = 1;
export const siteSearch = 2;
export const heartbeat = 10;
export const audio = 20;
export const video = 21;
export type Hit = typeof pageView | typeof siteSearch | typeof heartbeat | typeof audio | typeof video;

function pageTitle(): string {
  return config.pageTitle || document.title;
}

/** Counts a view of the page, or what the visitor does on it. */
export function hit(event: Hit, more: Fields = {}): void {
  const { websiteId, templateId, websiteLocale, pageType, itemId, collectionId } = config;
  const { cookie, ...who } = visitor();
  const data = {
    userAgent: navigator.userAgent,
    clientDate: Date.now(),
    viewportInnerWidth: innerWidth,
    viewportInnerHeight: innerHeight,
    screenWidth: screen.width,
    screenHeight: screen.height,
    websiteId,
    templateId,
    websiteLocale,
    url: `${ownAddress()}?${campaign()}`,
    title: pageTitle(),
    ...(itemId ? { itemId } : { collectionId }),
    pageType,
    referrer: document.referrer,
    eventId: randomId(8),
    ...who,
    ...more,
  };
  send(
    "/api/census/RecordHit",
    new URLSearchParams({ event: String(event), data: JSON.stringify(data), ss_cvr: cookie }),
  );
}

/** Counts what was shown or clicked; it ends with the page, or after two and a half seconds. */
export function count(what: string, more: Record<string, string>): void {
  const { analyticsId, cookie } = visitor();
  const body = new URLSearchParams({
    ss_cvr: cookie,
    pageTitle: pageTitle(),
    pageId: config.pageId ?? "",
    contentSource: config.pageType === contentItem ? "i" : "c",
    pagePath: withoutSlash(location.pathname),
    pagePermissionTypeValue: String(publicPage),
    eventId: randomId(8),
    analyticsId: analyticsId ?? "",
    ...more,
  });
  void timed(`/api/census/${what}`, timeout, body);
}
