/** What a page tells its scripts about itself. */
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
  /** Whether visits of product pages and what is put into carts are counted. */
  tracksProducts: boolean;
  cookies: CookieRules;
}

/** What the site may keep about its visitors. */
export interface CookieRules {
  /** Whether nothing is kept before they have accepted it. */
  asksFirst: boolean;
  /** Whether scripts set what was accepted, because the server never does. */
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

/** Reads the page's context; what is missing has the defaults of a new shop. */
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
    // The editor frames the page as visitors get it; nobody else may frame it.
    inEditor: window.parent !== window,
    tracksProducts: store.productTracking === true,
    cookies: cookieRules(record(store.cookieSettings)),
  };
}

/** Whether the page is the shop's full cart page. */
export function isFullPageCart(root: ParentNode = document): boolean {
  return root.querySelector("#cart-root") !== null;
}

export const pageTypes = { contentItem: 50, checkout: 201, orderReceived: 207 } as const;
