import { readCookie } from "./cookies";

/** Session storage key of the language last reported to the server. */
export const reportedKey = "stoaToldLanguage";

/** The links to other languages, or the element added by a translation plugin. */
const widgetSelector = "[data-translation-widget]";

/** The language that the server knows: the one reported last, otherwise that of an earlier visit or of the site. */
function told(pageLanguage: string): string {
  const primary = document.querySelector<HTMLAnchorElement>(`${widgetSelector} a[data-primary]`)?.hreflang;
  const earlier = readCookie("siteLanguage") ?? primary ?? pageLanguage;
  try {
    return sessionStorage.getItem(reportedKey) ?? earlier;
  } catch {
    return earlier;
  }
}

function remember(language: string): void {
  try {
    sessionStorage.setItem(reportedKey, language);
  } catch {
    // Without storage each page reports it again.
  }
}

/** Custom codes of a translation plugin: they are not languages, so e-mails cannot be in them. */
function customLanguages(widget: Element): string[] {
  return (widget.getAttribute("data-custom-languages") ?? "").split(/\s+/).filter((code) => code !== "");
}

async function tell(pageLanguage: string): Promise<void> {
  const widget = document.querySelector(widgetSelector);
  const language = document.documentElement.lang;
  if (widget === null || language === "" || language === told(pageLanguage)) return;
  if (customLanguages(widget).includes(language)) return;
  remember(language);
  try {
    const { report } = await import("./report-language");
    if (!(await report(language))) sessionStorage.removeItem(reportedKey);
  } catch {
    // Fire and forget: the next page reports it again.
    sessionStorage.removeItem(reportedKey);
  }
}

/** Reports the language in which the site is read to the server, so that e-mails are sent in it. */
export function reportReadLanguage(pageLanguage: string): void {
  void tell(pageLanguage);
  const changes = new MutationObserver(() => void tell(pageLanguage));
  changes.observe(document.documentElement, { attributeFilter: ["lang"] });
}
