import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, QueryOf, RequestOf } from "@/shared/api/types";

const site = "/api/v1/websites/{websiteId}/analytics";
const annotationsPath = `${site}/annotations` as const;
const annotationPath = `${site}/annotations/{annotationId}` as const;
const linksPath = `${site}/share-links` as const;
const linkPath = `${site}/share-links/{analyticsLinkId}` as const;
const emailReportPath = `${site}/email-report` as const;
const errorPath = `${site}/errors/{errorHash}` as const;
const settingsPath = "/api/v1/websites/{websiteId}/website-settings";
const salesPath = "/api/v1/websites/{websiteId}/sales";

/** The reports: the last parts of their addresses. */
export type ReportName =
  | "summary"
  | "series"
  | "top"
  | "live"
  | "searches"
  | "forms"
  | "popups"
  | "buttons"
  | "action-kinds"
  | "actions"
  | "funnel"
  | "abandoned-carts"
  | "sales-breakdown"
  | "cohorts"
  | "speed"
  | "errors"
  | "emails"
  | "sales";

type Report<Name extends Exclude<ReportName, "sales">> = Answer<`${typeof site}/${Name}`, "get">;

export type Summary = Report<"summary">;
export type Figures = Summary["totals"];
export type Series = Report<"series">;
export type Period = Series["periods"][number];
export type Interval = Series["by"];
export type Top = Report<"top">;
export type TopRow = Top["rows"][number];
export type Dimension = Top["by"];
export type Live = Report<"live">;
export type LiveList = NonNullable<QueryOf<`${typeof site}/live`, "get">["list"]>;
export type Searches = Report<"searches">;
export type Forms = Report<"forms">;
export type Popups = Report<"popups">;
export type Buttons = Report<"buttons">;
export type ActionKind = Report<"actions">["kind"];
export type Funnel = Report<"funnel">;
export type AbandonedCarts = Report<"abandoned-carts">;
export type SalesBreakdown = Report<"sales-breakdown">;
export type SalesDimension = SalesBreakdown["by"];
export type Cohorts = Report<"cohorts">;
export type Speed = Report<"speed">;
export type ScriptErrors = Report<"errors">;
export type ScriptError = Answer<typeof errorPath, "get">;
export type Emails = Report<"emails">;
export type Annotation = Answer<typeof annotationsPath, "get">["annotations"][number];
export type ShareLink = Answer<typeof linksPath, "get">["links"][number];
export type Frequency = Answer<typeof emailReportPath, "get">["frequency"];
export type Sales = Answer<typeof salesPath, "get">;
export type AnnotationBody = RequestOf<typeof annotationsPath, "post">;

/** Dimensions by which visits can be listed and filtered. */
export const dimensions = [
  "source",
  "medium",
  "campaign",
  "term",
  "content",
  "page",
  "entry",
  "exit",
  "country",
  "language",
  "device",
  "browser",
  "os",
] as const satisfies readonly Dimension[];

/** What the reports of a screen can be filtered by. */
export type FilteredBy = readonly [Dimension, ...Dimension[]];

/** Those by which measurements of speed can be. */
export const speedDimensions = ["page", "device"] as const satisfies readonly Speed["by"][];

/** Those by which errors of scripts can be. */
export const errorDimensions = ["page", "browser"] as const satisfies readonly Dimension[];

/** Query parameters of a report: range, comparison, filters and its own. */
export type Parameters = Record<string, string | number | boolean>;

interface OfSite {
  websiteId: string;
}

interface ReportRequest extends OfSite {
  query: Parameters;
}

const addressOf = (name: ReportName, websiteId: string) =>
  pathTo(name === "sales" ? salesPath : `${site}/${name}`, { websiteId });

const analyticsApi = api.enhanceEndpoints({ addTagTypes: ["Annotation", "ShareLink", "EmailReport"] }).injectEndpoints({
  endpoints: (build) => {
    const report = <Name extends Exclude<ReportName, "sales">>(name: Name) =>
      build.query<Report<Name>, ReportRequest>({
        // An empty filter means visits without a value.
        query: ({ websiteId, query }) => ({ path: addressOf(name, websiteId), query, keepsEmpty: true }),
      });
    return {
      summary: report("summary"),
      series: report("series"),
      top: report("top"),
      live: report("live"),
      searches: report("searches"),
      shownForms: report("forms"),
      popups: report("popups"),
      buttons: report("buttons"),
      actionKinds: report("action-kinds"),
      actions: report("actions"),
      funnel: report("funnel"),
      abandonedCarts: report("abandoned-carts"),
      salesBreakdown: report("sales-breakdown"),
      cohorts: report("cohorts"),
      speed: report("speed"),
      scriptErrors: report("errors"),
      emailActivity: report("emails"),
      /** Whether the owner has visits counted. */
      countsVisits: build.query<boolean, OfSite>({
        query: (ref) => ({ path: pathTo(settingsPath, ref) }),
        transformResponse: ({ analytics }: Answer<typeof settingsPath, "get">) => analytics?.isEnabled ?? true,
      }),
      scriptError: build.query<ScriptError, OfSite & { errorHash: string }>({
        query: (ref) => ({ path: pathTo(errorPath, ref) }),
      }),
      salesReport: build.query<Sales, OfSite & { query: QueryOf<typeof salesPath, "get"> }>({
        query: ({ query, ...ref }) => ({ path: pathTo(salesPath, ref), query: { ...query } }),
      }),
      /** A report as a CSV file. */
      reportCsv: build.query<string, ReportRequest & { name: ReportName }>({
        query: ({ websiteId, name, query }) => ({
          path: addressOf(name, websiteId),
          query: { ...query, format: "csv" },
          keepsEmpty: true,
          as: "text",
        }),
        keepUnusedDataFor: 0,
      }),
      annotations: build.query<Annotation[], OfSite>({
        query: (ref) => ({ path: pathTo(annotationsPath, ref) }),
        transformResponse: (answer: Answer<typeof annotationsPath, "get">) => answer.annotations,
        providesTags: ["Annotation"],
      }),
      addAnnotation: build.mutation<Annotation, OfSite & { body: AnnotationBody }>({
        query: ({ body, ...ref }) => ({ path: pathTo(annotationsPath, ref), method: "POST", body }),
        invalidatesTags: ["Annotation"],
      }),
      changeAnnotation: build.mutation<Annotation, OfSite & { annotationId: string; body: AnnotationBody }>({
        query: ({ body, ...ref }) => ({ path: pathTo(annotationPath, ref), method: "PUT", body }),
        invalidatesTags: ["Annotation"],
      }),
      deleteAnnotation: build.mutation<null, OfSite & { annotationId: string }>({
        query: (ref) => ({ path: pathTo(annotationPath, ref), method: "DELETE" }),
        invalidatesTags: ["Annotation"],
      }),
      shareLinks: build.query<ShareLink[], OfSite>({
        query: (ref) => ({ path: pathTo(linksPath, ref) }),
        transformResponse: (answer: Answer<typeof linksPath, "get">) => answer.links,
        providesTags: ["ShareLink"],
      }),
      addShareLink: build.mutation<ShareLink, OfSite & { body: RequestOf<typeof linksPath, "post"> }>({
        query: ({ body, ...ref }) => ({ path: pathTo(linksPath, ref), method: "POST", body }),
        invalidatesTags: ["ShareLink"],
      }),
      deleteShareLink: build.mutation<null, OfSite & { analyticsLinkId: string }>({
        query: (ref) => ({ path: pathTo(linkPath, ref), method: "DELETE" }),
        invalidatesTags: ["ShareLink"],
      }),
      emailReport: build.query<Frequency, OfSite>({
        query: (ref) => ({ path: pathTo(emailReportPath, ref) }),
        transformResponse: (answer: Answer<typeof emailReportPath, "get">) => answer.frequency,
        providesTags: ["EmailReport"],
      }),
      setEmailReport: build.mutation<null, OfSite & { frequency: Frequency }>({
        query: ({ frequency, ...ref }) => ({ path: pathTo(emailReportPath, ref), method: "PUT", body: { frequency } }),
        invalidatesTags: ["EmailReport"],
      }),
    };
  },
});

export const {
  useSummaryQuery,
  useSeriesQuery,
  useTopQuery,
  useLiveQuery,
  useSearchesQuery,
  useShownFormsQuery,
  usePopupsQuery,
  useButtonsQuery,
  useActionKindsQuery,
  useActionsQuery,
  useFunnelQuery,
  useAbandonedCartsQuery,
  useSalesBreakdownQuery,
  useCohortsQuery,
  useSpeedQuery,
  useScriptErrorsQuery,
  useEmailActivityQuery,
  useScriptErrorQuery,
  useCountsVisitsQuery,
  useSalesReportQuery,
  useLazyReportCsvQuery,
  useAnnotationsQuery,
  useAddAnnotationMutation,
  useChangeAnnotationMutation,
  useDeleteAnnotationMutation,
  useShareLinksQuery,
  useAddShareLinkMutation,
  useDeleteShareLinkMutation,
  useEmailReportQuery,
  useSetEmailReportMutation,
} = analyticsApi;
