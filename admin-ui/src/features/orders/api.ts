import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, QueryOf, RequestOf } from "@/shared/api/types";

const listPath = "/api/v1/websites/{websiteId}/orders";
const orderPath = "/api/v1/websites/{websiteId}/orders/{orderId}";
const fulfillPath = "/api/v1/websites/{websiteId}/orders/{orderId}/fulfill";

export type OrderPageAnswer = Answer<typeof listPath, "get">;
export type OrderSummary = OrderPageAnswer["orders"][number];
export type Order = Answer<typeof orderPath, "get">;
export type Fulfilment = RequestOf<typeof fulfillPath, "post">;
export type OrderFilters = Pick<QueryOf<typeof listPath, "get">, "fulfillmentStatus" | "paymentStatus" | "query">;

interface OrderRef {
  websiteId: string;
  orderId: string;
}

const ordersApi = api.injectEndpoints({
  endpoints: (build) => ({
    listOrders: build.infiniteQuery<OrderPageAnswer, { websiteId: string; filters: OrderFilters }, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (page) => (page.hasNextPage ? (page.nextPageCursor ?? undefined) : undefined),
      },
      query: ({ queryArg, pageParam }) => ({
        path: pathTo(listPath, { websiteId: queryArg.websiteId }),
        query: { ...queryArg.filters, cursor: pageParam, limit: 25 },
      }),
      providesTags: [{ type: "Order", id: "LIST" }],
    }),
    getOrder: build.query<Order, OrderRef>({
      query: (ref) => ({ path: pathTo(orderPath, ref) }),
      providesTags: (_, __, { orderId }) => [{ type: "Order", id: orderId }],
    }),
    fulfillOrder: build.mutation<Order, OrderRef & { fulfilment: Fulfilment }>({
      query: ({ fulfilment, ...ref }) => ({ path: pathTo(fulfillPath, ref), method: "POST", body: fulfilment }),
      invalidatesTags: (_, __, { orderId }) => [
        { type: "Order", id: orderId },
        { type: "Order", id: "LIST" },
        { type: "Mail", id: "LIST" },
      ],
    }),
  }),
});

export const { useListOrdersInfiniteQuery, useGetOrderQuery, useFulfillOrderMutation } = ordersApi;
