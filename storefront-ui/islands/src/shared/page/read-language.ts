import { api } from "@/shared/api/send";
import { readSiteUserHint } from "./site-user";

/** Where the browser keeps the language that the server was told last, until it is closed. */
export const toldKey = "stoaToldLanguage";

/** The element that a translation plugin puts onto a page. */
const widgetSelector = "[data-translation-widget]";

function told(siteLanguage: string): string {
  try {
    return sessionStorage.getItem(toldKey) ?? siteLanguage;
  } catch {
    return siteLanguage;
  }
}

function remember(language: string): void {
  try {
    sessionStorage.setItem(toldKey, language);
  } catch {
    // A browser that keeps nothing tells each page again.
  }
}

/** Codes that the owner made up for a translation plugin: they are no languages, so letters cannot be in them. */
function customLanguages(widget: Element): string[] {
  return (widget.getAttribute("data-custom-languages") ?? "").split(/\s+/).filter((code) => code !== "");
}

/** Proves for who is signed in that the call comes from our own page; nobody else needs it. */
async function proof(): Promise<{ "X-SiteUser-XSRF-Token"?: string }> {
  if (readSiteUserHint()?.authenticated !== true) return {};
  const { data } = await api().GET("/api/site-users/account", { cache: "no-store" });
  return data === undefined ? {} : { "X-SiteUser-XSRF-Token": data.xsrfToken };
}

async function tell(siteLanguage: string): Promise<void> {
  const widget = document.querySelector(widgetSelector);
  const language = document.documentElement.lang;
  if (widget === null || language === "" || language === told(siteLanguage)) return;
  if (customLanguages(widget).includes(language)) return;
  remember(language);
  try {
    const header = await proof();
    const { response } = await api().POST("/api/site-users/account/locale", { params: { header }, body: { language } });
    if (!response.ok && response.status !== 400) sessionStorage.removeItem(toldKey);
  } catch {
    // Nobody waits for it: the next page tells it again.
    sessionStorage.removeItem(toldKey);
  }
}

/** Tells the server which language a translation plugin has put the page into, so that letters come in it. */
export function tellReadLanguage(siteLanguage: string): void {
  void tell(siteLanguage);
  const changes = new MutationObserver(() => void tell(siteLanguage));
  changes.observe(document.documentElement, { attributeFilter: ["lang"] });
}
