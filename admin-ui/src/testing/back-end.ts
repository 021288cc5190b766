import type { Problem } from "@stoa/api/problem";
import { sampleDiscounts, sampleStoreSettings, sampleTaxes, sampleZones } from "./sample-prices";
import {
  sampleAssets,
  sampleMail,
  sampleOrders,
  samplePages,
  samplePlugins,
  sampleProducts,
  sampleSettings,
  sampleSubmissions,
} from "./sample-data";
import { sampleTemplateFiles, type StoredVersion } from "./sample-template-files";

function freshState() {
  const orders = sampleOrders();
  return {
    orders,
    products: sampleProducts(),
    pages: samplePages(),
    assets: sampleAssets(),
    mail: sampleMail(orders),
    submissions: sampleSubmissions(),
    plugins: samplePlugins(),
    settings: sampleSettings(),
    discounts: sampleDiscounts(),
    taxes: sampleTaxes(),
    zones: sampleZones(),
    storeSettings: sampleStoreSettings(),
    templateFiles: sampleTemplateFiles(),
    templateVersions: [] as StoredVersion[],
    /** Raised by each saved draft. */
    templateRevision: 0,
    crumb: "crumb-1",
    /** The next access token; every refresh makes a new one. */
    tokenNumber: 1,
    refreshes: 0,
    /** Tokens that count as expired. */
    expired: new Set<string>(),
    failPreview: false,
  };
}

/** The in-memory back end that stands in for the server in development and in tests. */
export const backEnd = { ...freshState(), reset: () => Object.assign(backEnd, freshState()) };

export const password = "stoa-demo-2026";

export function problem(status: number, code: string, detail: string, more: Partial<Problem> = {}): Problem {
  return { type: "about:blank", title: code, status, code, detail, error: detail, ...more };
}
