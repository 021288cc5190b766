import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, QueryOf } from "@/shared/api/types";

const ordersPath = "/api/v1/websites/{websiteId}/orders";
const inventoryPath = "/api/v1/websites/{websiteId}/inventory";

const salesPath = "/api/v1/websites/{websiteId}/sales";

export type Sales = Answer<typeof salesPath, "get">;
export type SalesQuery = QueryOf<typeof salesPath, "get">;
export type RecentOrders = Answer<typeof ordersPath, "get">;
export type LowStockVariant = Answer<typeof inventoryPath, "get">["variants"][number];

/** Maximum number of low-stock variants on the overview. */
export const maxLowStock = 6;

const homeApi = api.enhanceEndpoints({ addTagTypes: ["Sales"] }).injectEndpoints({
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
    /** Low-stock variants, lowest stock first. */
    scarceStock: build.query<LowStockVariant[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(inventoryPath, ref), query: { low: true, limit: maxLowStock } }),
      transformResponse: (answer: Answer<typeof inventoryPath, "get">) => answer.variants,
      providesTags: [{ type: "Stock", id: "LIST" }],
    }),
  }),
});

export const { useSalesQuery, useRecentOrdersQuery, useScarceStockQuery } = homeApi;
