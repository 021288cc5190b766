import type { HttpHandler } from "msw";
import { http, HttpResponse } from "msw";
import { authorise } from "@/testing/access";
import { backEnd } from "@/testing/back-end";
import { on, refuse } from "@/testing/route";
import type { ActionKind, AnnotationBody, Dimension, Figures, Interval, Parameters } from "./api";
import { plusDays } from "./ranges";

const site = "/api/v1/websites/{websiteId}/analytics";
const fallback = { from: "2026-10-23", to: "2026-11-21" };
const soldIn = { timeZone: "America/Los_Angeles", currency: "USD" };

function head(query: URLSearchParams) {
  return { ...soldIn, from: query.get("from") ?? fallback.from, to: query.get("to") ?? fallback.to };
}

export function figuresOf(visits: number): Figures {
  return {
    visits,
    visitors: Math.ceil(visits * 0.8),
    views: visits * 3,
    bounces: Math.floor(visits / 4),
    engagedMs: visits * 65_000,
    orders: Math.floor(visits / 50),
    revenueCents: Math.floor(visits / 50) * 4_500,
  };
}

const values: Record<Dimension, readonly string[]> = {
  source: ["", "google", "newsletter"],
  medium: ["direct", "organic", "email"],
  campaign: ["autumn"],
  term: ["mugs"],
  content: ["picture"],
  page: ["/", "/shop", "/about"],
  entry: ["/", "/shop"],
  exit: ["/shop", "/about"],
  country: ["US", "DE", ""],
  language: ["en", "de"],
  device: ["desktop", "mobile", "tablet"],
  browser: ["Chrome", "Safari"],
  os: ["Windows", "iOS"],
};

const vital = { samples: 100, good: 80, needsImprovement: 15, poor: 5 };

const error = {
  hash: "e-1",
  message: "TypeError: undefined is not a function",
  page: "/shop",
  browser: "Safari",
  firstSeen: Date.UTC(2026, 10, 20),
  lastSeen: Date.UTC(2026, 10, 21),
  count: 12,
};

/** A report that contributors with a permission can read. */
function mayRead(request: Request, resource: "analytics" | "sales-reports" = "analytics") {
  authorise(request, resource, "read");
}

function startsOf(query: URLSearchParams, by: Interval): string[] {
  const { from, to } = head(query);
  const starts = [];
  for (let day = from; day <= to; day = plusDays(day, 1)) starts.push(by === "hour" ? `${day}T00:00` : day);
  return starts;
}

/** What is answered of the period before, when it is asked for. */
function compared<Figure>(query: URLSearchParams, before: Figure): Figure | null {
  return query.get("compare") === "true" ? before : null;
}

/** The last query of each report, for tests. */
export const asked: Record<string, Parameters> = {};

const csv: HttpHandler = http.get("*/api/v1/websites/:websiteId/analytics/:name", ({ request, params }) => {
  const query = new URL(request.url).searchParams;
  asked[String(params["name"])] = Object.fromEntries(query);
  return query.get("format") === "csv"
    ? new HttpResponse("value,visits\n", { headers: { "Content-Type": "text/csv" } })
    : undefined;
});

const ofVisits = [
  on("get", `${site}/summary`, ({ request, query }) => {
    mayRead(request);
    return {
      ...head(query),
      totals: figuresOf(300),
      before: query.get("compare") === "true" ? figuresOf(200) : null,
    };
  }),
  on("get", `${site}/series`, ({ request, query }) => {
    mayRead(request);
    const by = (query.get("by") ?? "day") as Interval;
    const periods = startsOf(query, by).map((start, index) => ({ start, ...figuresOf(5 + (index % 7)) }));
    return { ...head(query), by, periods, before: query.get("compare") === "true" ? periods : null };
  }),
  on("get", `${site}/top`, ({ request, query }) => {
    mayRead(request);
    const by = query.get("by") as Dimension;
    const rows = values[by].map((value, index) => ({
      value,
      label: null,
      ...figuresOf(200 - index * 60),
      before: query.get("compare") === "true" ? figuresOf(100) : null,
    }));
    return { ...head(query), by, rows, more: false };
  }),
  on("get", `${site}/live`, ({ request }) => {
    mayRead(request);
    const now = Date.now();
    return {
      visitors: 2,
      visitors30: 5,
      minutes: Array.from({ length: 30 }, (_, index) => ({
        start: now - (29 - index) * 60_000,
        views: index % 4,
        visitors: index % 3,
      })),
      pages: [{ value: "/shop", visitors: 3 }],
      sources: [{ value: "google", visitors: 4 }],
      countries: [{ value: "DE", visitors: 5 }],
      devices: [{ value: "mobile", visitors: 5 }],
      latest: [{ at: now, kind: "add_to_cart", page: "/shop/mug", country: "DE", device: "mobile" as const }],
    };
  }),
];

const ofEvents = [
  on("get", `${site}/searches`, ({ request, query }) => {
    mayRead(request);
    const rows = [
      { text: "mug", searches: 8, withoutResults: 0, before: compared(query, { searches: 4, withoutResults: 1 }) },
      { text: "teapot", searches: 4, withoutResults: 4, before: compared(query, { searches: 0, withoutResults: 0 }) },
    ];
    const before = compared(query, { searches: 10, withoutResults: 1 });
    return { ...head(query), searches: 12, withoutResults: 4, before, rows };
  }),
  on("get", `${site}/forms`, ({ request, query }) => {
    mayRead(request);
    const before = compared(query, { shown: 20, started: 6, sent: 5 });
    return { ...head(query), rows: [{ formId: "b-1", name: "Contact", shown: 40, started: 12, sent: 10, before }] };
  }),
  on("get", `${site}/popups`, ({ request, query }) => {
    mayRead(request);
    const counts = { shown: 50, closed: 30, clicked: 9, sent: 5 };
    return { ...head(query), rows: [{ overlayId: "o-1", name: "News", ...counts, before: compared(query, counts) }] };
  }),
  on("get", `${site}/buttons`, ({ request, query }) => {
    mayRead(request);
    const counts = { shown: 80, clicked: 20 };
    return { ...head(query), rows: [{ text: "Shop now", page: "/", ...counts, before: compared(query, counts) }] };
  }),
  on("get", `${site}/action-kinds`, ({ request, query }) => {
    mayRead(request);
    const row = (kind: ActionKind, times: number) => ({ kind, times, before: compared(query, 2) });
    return { ...head(query), rows: [row("outbound-click", 7), row("file-download", 3), row("account-creation", 1)] };
  }),
  on("get", `${site}/actions`, ({ request, query }) => {
    mayRead(request);
    const kind = (query.get("kind") ?? "outbound-click") as ActionKind;
    const value = kind === "file-download" ? "/menu.pdf" : "https://maps.example.com/";
    const counts = { times: 7, visits: 6 };
    return { ...head(query), kind, rows: [{ value, ...counts, before: compared(query, counts) }] };
  }),
  on("get", `${site}/funnel`, ({ request, query }) => {
    mayRead(request);
    return {
      ...head(query),
      visits: 300,
      seen: 150,
      cart: 30,
      checkout: 12,
      orders: 6,
      before: compared(query, { visits: 200, seen: 100, cart: 20, checkout: 8, orders: 4 }),
      products: [
        { productId: "p-1", name: "Hearth mug", seen: 90, cart: 18, before: compared(query, { seen: 60, cart: 9 }) },
      ],
      sources: [{ value: "google", visits: 120, orders: 4, revenueCents: 18_000 }],
    };
  }),
  on("get", `${site}/speed`, ({ request, query }) => {
    mayRead(request);
    const by = query.get("by") === "device" ? ("device" as const) : ("page" as const);
    const lcp = { ...vital, vital: "LCP", p75: 2_100, band: "good" as const };
    const inp = { ...vital, vital: "INP", p75: 640, band: "poor" as const };
    const rows = values[by].map((value) => ({ ...lcp, value }));
    return { ...head(query), by, vitals: [lcp, inp], before: compared(query, [{ ...lcp, p75: 2_600 }]), rows };
  }),
  on("get", `${site}/errors`, ({ request }) => {
    mayRead(request);
    return { rows: [error] };
  }),
  on("get", `${site}/errors/{errorHash}`, ({ request, path }) => {
    mayRead(request);
    if (path.errorHash !== error.hash) refuse(404, "not-found", "Not found");
    return { ...error, stack: "at open (shop.js:12:4)" };
  }),
  on("get", `${site}/emails`, ({ request, query }) => {
    mayRead(request);
    const before = compared(query, { sent: 4, waiting: 0, failed: 0 });
    return { ...head(query), rows: [{ kind: "order-confirmed", sent: 6, waiting: 0, failed: 1, before }] };
  }),
];

const ofSales = [
  on("get", `${site}/sales-breakdown`, ({ request, query }) => {
    mayRead(request, "sales-reports");
    const by = (query.get("by") ?? "product") as "product";
    const before = compared(query, { orders: 1, salesCents: 6_000 });
    const rows = [{ value: "p-1", label: "Hearth mug", orders: 2, quantity: 3, salesCents: 9_000, before }];
    return { ...head(query), by, totals: { orders: 2, salesCents: 9_000, averageCents: 4_500 }, rows };
  }),
  on("get", `${site}/cohorts`, ({ request, query }) => {
    mayRead(request, "sales-reports");
    return { ...head(query), rows: [{ month: "2026-10", customers: 10, returned: [10, 4] }] };
  }),
  on("get", `${site}/abandoned-carts`, ({ request, query }) => {
    mayRead(request, "sales-reports");
    const day = { carts: 10, abandoned: 6, valueCents: 30_000 };
    return { ...head(query), ...day, before: compared(query, day), rows: [{ day: "2026-11-21", ...day }] };
  }),
];

const ofNotes = [
  on("get", `${site}/annotations`, ({ request }) => {
    mayRead(request);
    return { annotations: backEnd.annotations };
  }),
  on("post", `${site}/annotations`, async ({ request }) => {
    authorise(request, "analytics", "write");
    const body = (await request.json()) as AnnotationBody;
    const annotation = { id: `note-${backEnd.annotations.length + 1}`, ...body };
    backEnd.annotations.push(annotation);
    return annotation;
  }),
  on("put", `${site}/annotations/{annotationId}`, async ({ request, path }) => {
    authorise(request, "analytics", "write");
    const changed = { id: path.annotationId, ...((await request.json()) as AnnotationBody) };
    backEnd.annotations = backEnd.annotations.map((one) => (one.id === changed.id ? changed : one));
    return changed;
  }),
  http.delete("*/api/v1/websites/:websiteId/analytics/annotations/:annotationId", ({ request, params }) => {
    authorise(request, "analytics", "write");
    backEnd.annotations = backEnd.annotations.filter(({ id }) => id !== params["annotationId"]);
    return new HttpResponse(null, { status: 204 });
  }),
  on("get", `${site}/share-links`, ({ request }) => {
    mayRead(request);
    return { links: backEnd.shareLinks };
  }),
  on("post", `${site}/share-links`, async ({ request }) => {
    authorise(request, "analytics", "write");
    const { label, days } = (await request.json()) as { label: string; days: number };
    const createdOn = Date.now();
    const link = {
      id: `link-${backEnd.shareLinks.length + 1}`,
      label,
      url: "https://juniper.example/analytics/shared/secret",
      createdOn,
      expiresOn: createdOn + days * 864e5,
    };
    backEnd.shareLinks.push(link);
    return link;
  }),
  http.delete("*/api/v1/websites/:websiteId/analytics/share-links/:analyticsLinkId", ({ request, params }) => {
    authorise(request, "analytics", "write");
    backEnd.shareLinks = backEnd.shareLinks.filter(({ id }) => id !== params["analyticsLinkId"]);
    return new HttpResponse(null, { status: 204 });
  }),
  on("get", `${site}/email-report`, ({ request }) => {
    mayRead(request);
    return { frequency: backEnd.emailReport };
  }),
  on("put", `${site}/email-report`, async ({ request }) => {
    mayRead(request);
    const { frequency } = (await request.json()) as { frequency: typeof backEnd.emailReport };
    backEnd.emailReport = frequency;
    return { frequency };
  }),
];

export const handlers: HttpHandler[] = [csv, ...ofVisits, ...ofEvents, ...ofSales, ...ofNotes];
