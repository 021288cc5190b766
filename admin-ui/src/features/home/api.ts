import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, QueryOf } from "@/shared/api/types";

const ordersPath = "/api/v1/websites/{websiteId}/orders";
const inventoryPath = "/api/v1/websites/{websiteId}/inventory";

const salesPath = "/api/v1/websites/{websiteId}/sales";

export type Sales = Answer<typeof salesPath, "get">;
export type SalesQuery = QueryOf<typeof salesPath, "get">;
export type RecentOrders = Answer<typeof ordersPath, "get">;
export type ScarceVariant = Answer<typeof inventoryPath, "get">["variants"][number];

/** How many variants that run out the overview names; there may be more. */
export const scarceShown = 6;

const homeApi = api.injectEndpoints({
  endpoints: (build) => ({
    sales: build.query<Sales, { websiteId: string; query: SalesQuery }>({
      query: ({ query, ...ref }) => ({ path: pathTo(salesPath, ref), query: { ...query } }),
      providesTags: [
        { type: "Sales", id: "LIST" },
        { type: "Order", id: "LIST" },
      ],
    }),
    recentOrders: build.query<RecentOrders, { websiteId: string }>({
      query: (ref) => ({ path: pathTo(ordersPath, ref), query: { limit: 6 } }),
      providesTags: [{ type: "Order", id: "LIST" }],
    }),
    /** Variants that run out, the scarcest first. */
    scarceStock: build.query<ScarceVariant[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(inventoryPath, ref), query: { low: true, limit: scarceShown } }),
      transformResponse: (answer: Answer<typeof inventoryPath, "get">) => answer.variants,
      providesTags: [{ type: "Stock", id: "LIST" }],
    }),
  }),
});

export const { useSalesQuery, useRecentOrdersQuery, useScarceStockQuery } = homeApi;
