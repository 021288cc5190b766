import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer } from "@/shared/api/types";

const listPath = "/api/v1/websites/{websiteId}/plugins/deliveries";
const replayAllPath = "/api/v1/websites/{websiteId}/plugins/deliveries/replay";
const onePath = "/api/v1/websites/{websiteId}/plugins/deliveries/{eventDeliveryId}";
const replayPath = "/api/v1/websites/{websiteId}/plugins/deliveries/{eventDeliveryId}/replay";
const jobsPath = "/api/v1/websites/{websiteId}/plugins/jobs";
const runPath = "/api/v1/websites/{websiteId}/plugins/jobs/{pluginId}/{jobName}/run";

export type Deliveries = Answer<typeof listPath, "get">;
export type Delivery = Deliveries["deliveries"][number];
export type DeliveryState = Delivery["state"];
export type EventTopic = Delivery["topic"];
export type PluginJob = Answer<typeof jobsPath, "get">["jobs"][number];
export type PluginRun = PluginJob["runs"][number];

interface OfSite {
  websiteId: string;
}
type OfDelivery = OfSite & { eventDeliveryId: string };

const deliveries = { type: "Plugin", id: "DELIVERIES" } as const;
const jobs = { type: "Plugin", id: "JOBS" } as const;

/** Deliveries of one page; a site with more has to replay or drop some first. */
export const MOST_SHOWN = 100;

const deliveriesApi = api.enhanceEndpoints({ addTagTypes: ["Plugin"] }).injectEndpoints({
  endpoints: (build) => ({
    listPluginDeliveries: build.query<Deliveries, OfSite & { state: DeliveryState | "" }>({
      query: ({ state, ...ref }) => ({
        path: pathTo(listPath, ref),
        query: { limit: MOST_SHOWN, ...(state !== "" && { state }) },
      }),
      providesTags: [deliveries],
    }),
    replayPluginDelivery: build.mutation<Delivery, OfDelivery>({
      query: (ref) => ({ path: pathTo(replayPath, ref), method: "POST" }),
      invalidatesTags: [deliveries],
    }),
    replayPluginDeliveries: build.mutation<Answer<typeof replayAllPath, "post">, OfSite>({
      query: (ref) => ({ path: pathTo(replayAllPath, ref), method: "POST", body: {} }),
      invalidatesTags: [deliveries],
    }),
    dropPluginDelivery: build.mutation<null, OfDelivery>({
      query: (ref) => ({ path: pathTo(onePath, ref), method: "DELETE" }),
      invalidatesTags: [deliveries],
    }),
    listPluginJobs: build.query<PluginJob[], OfSite>({
      query: (ref) => ({ path: pathTo(jobsPath, ref) }),
      transformResponse: (answer: Answer<typeof jobsPath, "get">) => answer.jobs,
      providesTags: [jobs],
    }),
    runPluginJob: build.mutation<null, OfSite & { pluginId: string; jobName: string }>({
      query: (ref) => ({ path: pathTo(runPath, ref), method: "POST" }),
      invalidatesTags: [jobs],
    }),
  }),
});

export const {
  useListPluginDeliveriesQuery,
  useReplayPluginDeliveryMutation,
  useReplayPluginDeliveriesMutation,
  useDropPluginDeliveryMutation,
  useListPluginJobsQuery,
  useRunPluginJobMutation,
} = deliveriesApi;
