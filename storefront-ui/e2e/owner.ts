import { expect, request, type APIRequestContext } from "@playwright/test";

const port = process.env.STOA_E2E_PORT ?? "8080";
const platform = `http://localhost:${port}`;

interface Named {
  id: string;
  name?: string;
  revision?: number;
}

/** The owner of the demo shops, who sets up test data through the API. */
export class Owner {
  readonly #calls: APIRequestContext;
  readonly #headers: Record<string, string>;
  readonly website: string;

  private constructor(calls: APIRequestContext, headers: Record<string, string>, website: string) {
    this.#calls = calls;
    this.#headers = headers;
    this.website = website;
  }

  /** Signs in for a site; `website` is empty if there is none of this name. */
  static async signIn(site = "juniper"): Promise<Owner> {
    const calls = await request.newContext({ baseURL: platform });
    // Any answer brings the CSRF token; the document of the API, which has 1.7 MB, would be compressed for it.
    await calls.get("/api/auth/sign-up");
    const { cookies } = await calls.storageState();
    const crumb = cookies.find(({ name }) => name === "crumb")?.value ?? "";
    const answer = await calls.post("/api/auth/session", {
      headers: { "X-CSRF-Token": crumb },
      data: { email: "owner@stoa.example", password: "stoa-demo-2026" },
    });
    expect(answer.ok()).toBe(true);
    const session = (await answer.json()) as { accessToken: string; websites: { id: string; identifier: string }[] };
    const website = session.websites.find(({ identifier }) => identifier === site)?.id ?? "";
    const headers = { "X-CSRF-Token": crumb, Authorization: `Bearer ${session.accessToken}` };
    return new Owner(calls, headers, website);
  }

  async get(path: string): Promise<unknown> {
    const answer = await this.#calls.get(path, { headers: this.#headers });
    expect(answer.ok()).toBe(true);
    return answer.json();
  }

  async put(path: string, data: object, more: Record<string, string> = {}): Promise<void> {
    const answer = await this.#calls.put(path, { headers: { ...this.#headers, ...more }, data });
    expect(answer.ok(), await answer.text()).toBe(true);
  }

  async post(path: string, data: object): Promise<unknown> {
    const answer = await this.#calls.post(path, { headers: this.#headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  }

  /** Enables or disables an installment provider's messages. */
  async offerInstallments(id: string, enabled: boolean): Promise<void> {
    const path = `/api/v1/websites/${this.website}/installment-providers`;
    const { providers } = (await this.get(path)) as { providers: Named[] };
    const revision = providers.find((provider) => provider.id === id)?.revision ?? 0;
    await this.put(path, { id, enabled, settings: {}, revision });
  }

  /** Makes languages public besides the primary one. */
  async offerLanguages(codes: readonly string[]): Promise<void> {
    const more = codes.map((code) => ({ code, isPrimary: false, enabled: true }));
    const languages = [{ code: "en-US", isPrimary: true, enabled: true }, ...more];
    await this.put("/api/multilingual/languages", { languages }, { "X-Website-Id": this.website });
  }

  /** Places the links to other languages. */
  async placeLanguages(languageSwitch: "footer" | "header" | "both"): Promise<void> {
    const path = "/api/site-header-footer";
    const site = { "X-Website-Id": this.website };
    const answer = await this.#calls.get(path, { headers: { ...this.#headers, ...site } });
    const { header, footer } = (await answer.json()) as { header: object; footer: object };
    await this.put(path, { header: { ...header, languageSwitch }, footer }, site);
  }

  /** Changes settings of the shop. */
  async chooseForStore(change: object): Promise<void> {
    const path = `/api/v1/websites/${this.website}/store-settings`;
    const settings = (await this.get(path)) as { revision: number };
    await this.put(path, { ...settings, ...change }, { "If-Match": `"${String(settings.revision)}"` });
  }

  /** Sets the language of the site. */
  async chooseLanguage(language: string): Promise<void> {
    const path = `/api/v1/websites/${this.website}/settings`;
    const settings = (await this.get(path)) as object;
    await this.put(path, { ...settings, language });
  }

  /** Changes visitor features of the site: comments, likes, sharing. Returns the previous settings. */
  async chooseForVisitors(change: object): Promise<object> {
    const path = `/api/v1/websites/${this.website}/website-settings`;
    const settings = (await this.get(path)) as Record<string, unknown>;
    await this.put(path, { ...settings, ...change });
    return Object.fromEntries(Object.keys(change).map((name) => [name, settings[name]]));
  }

  /** Changes the cookie settings of the shop. */
  async chooseCookies(cookieSettings: object): Promise<void> {
    const path = `/api/v1/websites/${this.website}/website-settings`;
    const settings = (await this.get(path)) as object;
    await this.put(path, { ...settings, cookieSettings });
  }

  /** Changes some of the settings of the visitor analytics. */
  async chooseAnalytics(part: object): Promise<void> {
    const path = `/api/v1/websites/${this.website}/website-settings`;
    const settings = (await this.get(path)) as { analytics: object };
    await this.put(path, { ...settings, analytics: { ...settings.analytics, ...part } });
  }

  /** Switches the shop to another theme. */
  async chooseTheme(theme: string): Promise<void> {
    const path = `/api/v1/websites/${this.website}/design`;
    const { revision, draft } = (await this.get(path)) as { revision: number; draft: object };
    await this.put(path, { ...draft, theme }, { "If-Match": `"${String(revision)}"` });
    const saved = (await this.get(path)) as { revision: number };
    const published = await this.#calls.post(`${path}/publish`, {
      headers: this.#headers,
      data: { revision: saved.revision },
    });
    expect(published.ok()).toBe(true);
  }

  /** Sets or removes the pop-up of the shop. */
  async arrangePopup(popup: object): Promise<void> {
    const path = "/api/site-header-footer";
    const site = { "X-Website-Id": this.website };
    const answer = await this.#calls.get(path, { headers: { ...this.#headers, ...site } });
    const { header, footer } = (await answer.json()) as { header: { popupOverlay: object }; footer: object };
    await this.put(path, { header: { ...header, popupOverlay: { ...header.popupOverlay, ...popup } }, footer }, site);
  }

  /** Changes some settings of a page of the shop. */
  async arrangePage(address: string, changes: object): Promise<void> {
    const pages = `/api/v1/websites/${this.website}/pages`;
    const listed = (await this.get(pages)) as { pages: (Named & { fullUrl: string })[] };
    const path = `${pages}/${listed.pages.find(({ fullUrl }) => fullUrl === address)?.id ?? ""}/settings`;
    const settings = (await this.get(path)) as { revision: number };
    await this.put(path, { ...settings, ...changes }, { "If-Match": `"${String(settings.revision)}"` });
  }

  /** Creates a published product. Returns its URL, its API path, and a function that deletes it. */
  async makeProduct(product: object): Promise<{ address: string; path: string; end: () => Promise<void> }> {
    const base = `/api/content-service/product/1.1/websites/${this.website}/products`;
    const { collections } = (await this.get(base)) as { collections: Named[] };
    const items = `${base}/${collections[0]?.id ?? ""}/items`;
    const answer = await this.#calls.post(items, { headers: this.#headers, data: { ...product, status: "published" } });
    expect(answer.ok()).toBe(true);
    const { id, fullUrl } = (await answer.json()) as { id: string; fullUrl: string };
    const path = `${items}/${id}`;
    const end = async () => {
      expect((await this.#calls.delete(path, { headers: this.#headers })).ok()).toBe(true);
    };
    return { address: fullUrl, path, end };
  }

  /** Creates a donation product without an image. Returns its URL and a function that deletes it. */
  async takeDonations(name: string, terms: object): Promise<{ address: string; end: () => Promise<void> }> {
    const variant = {
      sku: "",
      attributes: {},
      priceCents: 0,
      onSale: false,
      weightGrams: 0,
      stock: { unlimited: true, qtyInStock: 0 },
    };
    const { address, path, end } = await this.makeProduct({ name, productType: 3, variants: [variant] });
    await this.put(`${path}/donation-terms`, { ...terms, revision: 0 });
    return { address, end };
  }

  /** Switches a monthly subscription of a product on or off. */
  async sellMonthly(name: string, isSold: boolean): Promise<void> {
    const base = `/api/content-service/product/1.1/websites/${this.website}/products`;
    const { collections } = (await this.get(base)) as { collections: Named[] };
    const items = `${base}/${collections[0]?.id ?? ""}/items`;
    const found = (await this.get(`${items}?limit=100`)) as { items: Named[] };
    const path = `${items}/${found.items.find((item) => item.name === name)?.id ?? ""}/subscription-plan`;
    if (!isSold) {
      expect((await this.#calls.delete(path, { headers: this.#headers })).ok()).toBe(true);
      return;
    }
    const billingPeriod = { value: 1, unit: "MONTH" };
    await this.put(path, { billingPeriod, numBillingCycles: 0, soldOnce: true, percentageDiscount: 10, revision: 0 });
  }
}
