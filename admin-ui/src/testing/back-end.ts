import type { Problem } from "@stoa/api/problem";
import type { Answer, RequestOf } from "@/shared/api/types";
import type { MailingList, Subscriber } from "./mailing-list-types";
import { sampleAuditLog, sampleContributors, sampleSignIns } from "./samples/sample-contributors";
import { sampleComments } from "./samples/sample-comments";
import { sampleProductReviews } from "./samples/sample-product-reviews";
import { sampleCustomers } from "./samples/sample-customers";
import {
  sampleDiscounts,
  samplePriceLists,
  sampleStoreSettings,
  sampleTaxes,
  sampleZones,
} from "./samples/sample-prices";
import { sampleMail, sampleOrders, sampleCategories, sampleProducts } from "./samples/sample-data";
import { sampleLayout, samplePages } from "./samples/sample-pages";
import { sampleAssets } from "./samples/sample-assets";
import { sampleItems } from "./samples/sample-items";
import { sampleSubmissions } from "./samples/sample-submissions";
import { sampleDesign, sampleThemes } from "./samples/sample-design";
import { sampleHeaderFooter } from "./samples/sample-header-footer";
import { sampleLoadRuns, sampleLoadTests } from "./samples/sample-load-tests";
import { sampleSettings, sampleStorage, sampleTrial, sampleWebsiteSettings } from "./samples/sample-settings";
import { sampleLevels, sampleSignUps, type StockChange } from "./samples/sample-stock";
import { sampleTemplateFiles, type StoredVersion } from "./samples/sample-template-files";
import { samplePluginActivity, samplePluginDetails } from "./samples/sample-plugins";
import { samplePaymentSettings } from "./samples/sample-payments";

type LoggedStep = Answer<"/api/v1/websites/{websiteId}/pages/{pageId}/operations", "get">["steps"][number] & {
  pageId: string;
};

export type Area = Answer<"/api/v1/websites/{websiteId}/areas", "get">["areas"][number];
export type ReviewThread = Answer<
  "/api/v1/websites/{websiteId}/pages/{pageId}/review-comments",
  "get"
>["threads"][number];

type ChargeableMethod = Answer<
  "/api/v1/websites/{websiteId}/orders/{orderId}/saved-payment-methods",
  "get"
>["methods"][number];

type DonationTerms = RequestOf<
  "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}/donation-terms",
  "put"
>;

function freshState() {
  const orders = sampleOrders();
  return {
    orders,
    /** Saved payment methods of customers that can be charged for unpaid orders. */
    chargeableMethods: [] as ChargeableMethod[],
    stores: [{ id: "col-shop", title: "Shop" }],
    products: sampleProducts(),
    categories: sampleCategories(),
    pages: samplePages(),
    /** Most themes have none. */
    areas: [] as Area[],
    items: sampleItems(),
    assets: sampleAssets(),
    mail: sampleMail(orders),
    emailTexts: {
      kind: "order-confirmed",
      language: "en",
      places: ["site", "number"],
      text: { subject: "Order #{number}", heading: "Thank you", opening: "", closing: "" },
      usual: { subject: "Order #{number}", heading: "Thank you", opening: "", closing: "" },
      revision: 0,
    },
    submissions: sampleSubmissions(),
    comments: sampleComments(),
    productReviews: sampleProductReviews(),
    discussion: { placed: true, closed: false, open: true, comments: 2, likes: 3 },
    plugins: samplePluginDetails(),
    pluginActivity: samplePluginActivity(),
    catalogueFormats: [] as Answer<"/api/v1/websites/{websiteId}/catalogue-formats", "get">["formats"],
    /** Why a plugin writes no file. */
    catalogueFileError: null as string | null,
    productImport: null as Answer<
      "/api/v1/websites/{websiteId}/catalogue-formats/{pluginId}/{format}/products/{collectionId}",
      "post"
    > | null,
    pluginPanels: [] as Answer<"/api/v1/websites/{websiteId}/plugins/panels", "get">["panels"],
    /** What panels answer, by their names. */
    pluginPanelAnswers: {} as Record<string, (method: string, input: unknown) => unknown>,
    pluginTest: { checks: [], log: [] } as Answer<"/api/v1/websites/{websiteId}/plugins/{pluginId}/test", "post">,
    pluginComparison: {
      beforeVersion: "",
      afterVersion: "",
      inputs: 0,
      compared: 0,
      parts: [],
      differences: [],
    } as Answer<"/api/v1/websites/{websiteId}/plugins/{pluginId}/comparison", "get">,
    pluginDeliveries: [] as Answer<"/api/v1/websites/{websiteId}/plugins/deliveries", "get">["deliveries"],
    pluginJobs: [] as Answer<"/api/v1/websites/{websiteId}/plugins/jobs", "get">["jobs"],
    refusedPlugins: [] as Answer<"/api/v1/websites/{websiteId}/plugins", "get">["refused"],
    paymentSettings: samplePaymentSettings(),
    settings: sampleSettings(),
    customers: sampleCustomers(),
    contributors: sampleContributors(),
    secondFactorRequired: false,
    /** Since when the test user has two-step sign-in. */
    secondFactorSince: null as number | null,
    /** Language of the admin that the user has chosen. */
    language: null as string | null,
    signIns: sampleSignIns(),
    /** Why the test user may not create a site. */
    siteRefusal: null as string | null,
    madeSites: [] as RequestOf<"/api/v1/new-site", "post">[],
    invitations: [] as Answer<"/api/v1/websites/{websiteId}/contributors", "get">["invitations"],
    auditLog: sampleAuditLog(),
    discounts: sampleDiscounts(),
    priceLists: samplePriceLists(),
    taxes: sampleTaxes(),
    zones: sampleZones(),
    storeSettings: sampleStoreSettings(),
    levels: sampleLevels(),
    donationTerms: null as DonationTerms | null,
    mailingLists: [] as MailingList[],
    /** Subscribers, confirmed and pending. */
    subscribers: [] as (Subscriber & { listId: string })[],
    stockChanges: [] as { variantId: string; change: StockChange }[],
    signUps: sampleSignUps(),
    layout: sampleLayout(),
    /** Preferences by namespace. */
    preferences: {} as Record<string, Record<string, unknown>>,
    design: sampleDesign(),
    themes: sampleThemes,
    trial: sampleTrial(),
    storage: sampleStorage(),
    websiteSettings: sampleWebsiteSettings(),
    copies: [] as Answer<"/api/v1/websites/{websiteId}/copies", "get">["copies"],
    deliveries: [] as Answer<"/api/v1/websites/{websiteId}/form-webhooks", "get">["deliveries"],
    webhookKey: "whsec_first",
    loadTests: sampleLoadTests(),
    loadRuns: sampleLoadRuns(),
    headerFooter: sampleHeaderFooter(),
    annotations: [] as Answer<"/api/v1/websites/{websiteId}/analytics/annotations", "get">["annotations"],
    shareLinks: [] as Answer<"/api/v1/websites/{websiteId}/analytics/share-links", "get">["links"],
    emailReport: "never" as Answer<"/api/v1/websites/{websiteId}/analytics/email-report", "get">["frequency"],
    templateFiles: sampleTemplateFiles(),
    templateVersions: [] as StoredVersion[],
    /** Incremented by each saved draft. */
    templateRevision: 0,
    crumb: "crumb-1",
    refreshes: 0,
    /** Expired tokens. */
    expired: new Set<string>(),
    failPreview: false,
    reviewThreads: [] as ReviewThread[],
    /** Steps that editors made on pages. */
    pageLog: [] as LoggedStep[],
  };
}

/** The in-memory back end for development and tests. */
export const backEnd = { ...freshState(), reset: () => Object.assign(backEnd, freshState()) };

export const password = "stoa-demo-2026";

export function problem(status: number, code: string, detail: string, more: Partial<Problem> = {}): Problem {
  return { type: "about:blank", title: code, status, code, detail, error: detail, ...more };
}
