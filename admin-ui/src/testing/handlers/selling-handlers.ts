import type { Answer, RequestOf } from "@/shared/api/types";
import { authorise } from "../access";
import { backEnd } from "../back-end";
import { on, refuse } from "../route";

const preferences = "/api/v1/commerce-preferences/{namespace}";

type Layout = Answer<"/api/commondata/GetSiteLayout", "get">;
type Preferences = Answer<typeof preferences, "get">;
type Sales = Answer<"/api/v1/websites/{websiteId}/sales", "get">;

type Countries = Answer<"/api/v1/websites/{websiteId}/countries", "get">["countries"];

const sampleCountries: Countries = [
  {
    code: "DE",
    name: "Germany",
    addressParts: [
      { part: "postalCode", label: "Postal code", isRequired: true },
      { part: "city", label: "City", isRequired: true },
    ],
    postalCodeExample: "26133",
  },
  {
    code: "JP",
    name: "Japan",
    addressParts: [
      { part: "city", label: "City", isRequired: true },
      { part: "region", label: "Prefecture", isRequired: true },
      { part: "postalCode", label: "Postal code", isRequired: true },
    ],
    postalCodeExample: "154-0023",
  },
  {
    code: "US",
    name: "United States",
    addressParts: [
      { part: "city", label: "City", isRequired: true },
      { part: "region", label: "State", isRequired: true },
      { part: "postalCode", label: "ZIP code", isRequired: true },
    ],
    postalCodeExample: "95014",
  },
];

const nothing = {
  orders: 0,
  salesCents: 0,
  taxCents: 0,
  shippingCents: 0,
  discountCents: 0,
  averageCents: null,
  refunds: 0,
  refundedCents: 0,
  netCents: 0,
};

/** Two days of sales, and none for a report of a year. */
export function sampleSales(by: Sales["by"]): Sales {
  const sold = {
    ...nothing,
    orders: 2,
    salesCents: 9_000,
    averageCents: 4_500,
    netCents: 8_000,
    refunds: 1,
    refundedCents: 1_000,
  };
  const some = by === "month" ? nothing : sold;
  return {
    timeZone: "America/Los_Angeles",
    currency: "USD",
    by,
    from: "2026-11-20",
    until: "2026-11-21",
    periods: [
      { start: "2026-11-20", ...nothing },
      { start: "2026-11-21", ...some },
    ],
    totals: some,
    before:
      by === "month" ? nothing : { ...nothing, orders: 1, salesCents: 6_000, averageCents: 6_000, netCents: 6_000 },
    bestSellers: some.orders > 0 ? [{ productId: "prd-mug", name: "Hearth mug", quantity: 3, totalCents: 5_700 }] : [],
    ordersInOtherCurrencies: 0,
    ordersToFulfill: 2,
    disputesToAnswer: 1,
  };
}

export const handlers = [
  on("get", "/api/v1/websites/{websiteId}/sales", ({ request, query }) => {
    authorise(request, "sales-reports", "read");
    return sampleSales((query.get("by") ?? "day") as Sales["by"]);
  }),
  on("get", "/api/v1/websites/{websiteId}/countries", ({ request }) => {
    authorise(request, "orders", "read");
    return { countries: sampleCountries };
  }),
  on("get", "/api/v1/websites/{websiteId}/order-tags", ({ request }) => {
    authorise(request, "orders", "read");
    return { tags: [...new Set(backEnd.orders.flatMap((order) => order.tags))].toSorted() };
  }),
  on("get", "/api/commondata/GetSiteLayout", ({ request }) => {
    authorise(request, "navigation", "read");
    return backEnd.layout;
  }),
  on("post", "/api/widget/UpdateNavigation", async ({ request }) => {
    authorise(request, "navigation", "write");
    const { layout, revision } = backEnd.layout;
    if (request.headers.get("If-Match") !== `"${revision}"`)
      return refuse(409, "conflict", "Someone else saved first. Reload the navigation.");
    const update = (await request.json()) as RequestOf<"/api/widget/UpdateNavigation", "post">;
    const changed = layout.map((own) =>
      own.identifier === update.fieldName
        ? { ...own, links: update.navigation.items as Layout["layout"][number]["links"] }
        : own,
    );
    backEnd.layout = { ...backEnd.layout, layout: changed, revision: revision + 1 };
    return { success: true, ...backEnd.layout };
  }),
  on("get", preferences, ({ request, path }) => {
    authorise(request, "discounts-tax-shipping", "read");
    return { websiteId: "w-juniper", ...backEnd.preferences[path.namespace] } as Preferences;
  }),
  on("put", preferences, async ({ request, path }) => {
    authorise(request, "discounts-tax-shipping", "write");
    backEnd.preferences[path.namespace] = (await request.json()) as Record<string, unknown>;
    return { websiteId: "w-juniper", ...backEnd.preferences[path.namespace] } as Preferences;
  }),
];
