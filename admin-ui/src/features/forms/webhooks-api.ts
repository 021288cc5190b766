import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer } from "@/shared/api/types";

const listPath = "/api/v1/websites/{websiteId}/form-webhooks";
const retryPath = "/api/v1/websites/{websiteId}/form-webhooks/{deliveryId}/retry";
const keyPath = "/api/v1/websites/{websiteId}/form-webhook-key";

export type Delivery = Answer<typeof listPath, "get">["deliveries"][number];

interface OfSite {
  websiteId: string;
}

const deliveries = { type: "Submission", id: "WEBHOOKS" } as const;
const key = { type: "Submission", id: "WEBHOOK_KEY" } as const;

const webhooksApi = api.enhanceEndpoints({ addTagTypes: ["Submission"] }).injectEndpoints({
  endpoints: (build) => ({
    listDeliveries: build.query<Delivery[], OfSite>({
      query: (ref) => ({ path: pathTo(listPath, ref) }),
      transformResponse: (answer: Answer<typeof listPath, "get">) => answer.deliveries,
      providesTags: [deliveries],
    }),
    retryDelivery: build.mutation<Delivery, OfSite & { deliveryId: string }>({
      query: (ref) => ({ path: pathTo(retryPath, ref), method: "POST" }),
      invalidatesTags: (_, error) => (error ? [] : [deliveries]),
    }),
    getWebhookKey: build.query<string, OfSite>({
      query: (ref) => ({ path: pathTo(keyPath, ref) }),
      transformResponse: (answer: Answer<typeof keyPath, "get">) => answer.key,
      providesTags: [key],
      keepUnusedDataFor: 0,
    }),
    renewWebhookKey: build.mutation<unknown, OfSite>({
      query: (ref) => ({ path: pathTo(keyPath, ref), method: "POST" }),
      invalidatesTags: (_, error) => (error ? [] : [key]),
    }),
  }),
});

export const { useListDeliveriesQuery, useRetryDeliveryMutation, useGetWebhookKeyQuery, useRenewWebhookKeyMutation } =
  webhooksApi;
