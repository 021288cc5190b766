import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, RequestOf } from "@/shared/api/types";
import type { ProductRef } from "./api";

const planPath =
  "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}/subscription-plan";

export type SubscriptionPlan = NonNullable<Answer<typeof planPath, "get">["plan"]>;
export type PlanChange = RequestOf<typeof planPath, "put">;

const subscriptionApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSubscriptionPlan: build.query<SubscriptionPlan | null, ProductRef>({
      query: (ref) => ({ path: pathTo(planPath, ref) }),
      transformResponse: (answer: Answer<typeof planPath, "get">) => answer.plan ?? null,
      providesTags: (_, __, { itemId }) => [{ type: "Product", id: `${itemId}-plan` }],
    }),
    saveSubscriptionPlan: build.mutation<Answer<typeof planPath, "put">, ProductRef & { change: PlanChange }>({
      query: ({ change, ...ref }) => ({ path: pathTo(planPath, ref), method: "PUT", body: change }),
      invalidatesTags: (saved, _, { itemId }) => (saved ? [{ type: "Product", id: `${itemId}-plan` }] : []),
    }),
    removeSubscriptionPlan: build.mutation<null, ProductRef>({
      query: (ref) => ({ path: pathTo(planPath, ref), method: "DELETE" }),
      invalidatesTags: (_, error, { itemId }) => (error ? [] : [{ type: "Product", id: `${itemId}-plan` }]),
    }),
  }),
});

export const { useGetSubscriptionPlanQuery, useSaveSubscriptionPlanMutation, useRemoveSubscriptionPlanMutation } =
  subscriptionApi;
