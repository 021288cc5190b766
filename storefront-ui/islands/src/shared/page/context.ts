/** Data of the page for its scripts. */
export interface PageContext {
  websiteId: string;
  currency: string;
  locale: string;
  pageType: number;
  pageId: string;
  pageTitle: string;
  expressCheckout: boolean;
  customCart: boolean;
  inEditor: boolean;
  cookies: CookieRules;
}

/** Cookie settings of the site. */
interface CookieRules {
  /** Whether consent is required first. */
  asksFirst: boolean;
  /** Whether scripts set the cookies after consent, because the server never does. */
  setByScripts: boolean;
}

type Loose = Record<string, unknown>;

function record(value: unknown): Loose {
  return typeof value === "object" && value !== null ? (value as Loose) : {};
}

function text(value: unknown, fallback: string): string {
  return typeof value === "string" && value !== "" ? value : fallback;
}

function cookieRules(settings: Loose): CookieRules {
  const setByScripts = settings.isRestrictiveCookiePolicyAbsolute === true;
  return { asksFirst: setByScripts || settings.isRestrictiveCookiePolicyEnabled === true, setByScripts };
}

/** Reads the page's context; missing values have the defaults of a new shop. */
export function readPageContext(root: ParentNode = document): PageContext {
  const source = root.querySelector("script#stoa-context")?.textContent ?? "{}";
  const context = record(JSON.parse(source));
  const store = record(context.storeSettings);
  return {
    websiteId: text(context.websiteId, ""),
    currency: text(context.currency, text(store.selectedCurrency, "USD")),
    locale: text(context.locale, text(document.documentElement.lang, "en-US")),
    pageType: typeof context.pageType === "number" ? context.pageType : 0,
    pageId: text(context.pageId, ""),
    pageTitle: text(context.pageTitle, document.title),
    expressCheckout: store.expressCheckout === true,
    customCart: store.customCart === true,
    // Only the editor may frame the page.
    inEditor: window.parent !== window,
    cookies: cookieRules(record(store.cookieSettings)),
  };
}

/** Whether the page is the full cart page. */
export function isFullPageCart(root: ParentNode = document): boolean {
  return root.querySelector("#cart-root") !== null;
}

export const pageTypes = { contentItem: 50, checkout: 201, orderReceived: 207 } as const;
