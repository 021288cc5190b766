import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, QueryOf, RequestOf } from "@/shared/api/types";

const listPath = "/api/v1/websites/{websiteId}/orders";
const orderPath = "/api/v1/websites/{websiteId}/orders/{orderId}";
const fulfillPath = "/api/v1/websites/{websiteId}/orders/{orderId}/fulfill";

const previewPath = "/api/v1/websites/{websiteId}/orders/{orderId}/refund/preview";
const refundPath = "/api/v1/websites/{websiteId}/orders/{orderId}/refund";
const cancelPath = "/api/v1/websites/{websiteId}/orders/{orderId}/cancel";
const resendPath = "/api/v1/websites/{websiteId}/orders/{orderId}/resend";
const notesPath = "/api/v1/websites/{websiteId}/orders/{orderId}/notes";
const addressPath = "/api/v1/websites/{websiteId}/orders/{orderId}/shipping-address";
const exportPath = "/api/v1/websites/{websiteId}/orders.csv";
const paperPaths = {
  "packing-slip": "/api/v1/websites/{websiteId}/orders/{orderId}/packing-slip",
  invoice: "/api/v1/websites/{websiteId}/orders/{orderId}/invoice",
} as const;

export type OrderPageAnswer = Answer<typeof listPath, "get">;
export type OrderSummary = OrderPageAnswer["orders"][number];
export type Order = Answer<typeof orderPath, "get">;
export type Fulfilment = RequestOf<typeof fulfillPath, "post">;
export type RefundWish = RequestOf<typeof previewPath, "post">;
export type RefundPreview = Answer<typeof previewPath, "post">;
export type NewRefund = RequestOf<typeof refundPath, "post">;
export type RefundAnswer = Answer<typeof refundPath, "post">;
export type Cancellation = RequestOf<typeof cancelPath, "post">;
export type Address = RequestOf<typeof addressPath, "put">;
export type Paper = keyof typeof paperPaths;
export type OrderFilters = QueryOf<typeof exportPath, "get">;

interface OrderRef {
  websiteId: string;
  orderId: string;
}

/** What an order's change makes stale: the order, the list, and the letters it may have caused. */
function changed(_: unknown, __: unknown, { orderId }: OrderRef) {
  return [
    { type: "Order" as const, id: orderId },
    { type: "Order" as const, id: "LIST" },
    { type: "Mail" as const, id: "LIST" },
  ];
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
      invalidatesTags: changed,
    }),
    previewRefund: build.query<RefundPreview, OrderRef & { wish: RefundWish }>({
      query: ({ wish, ...ref }) => ({ path: pathTo(previewPath, ref), method: "POST", body: wish }),
      providesTags: (_, __, { orderId }) => [{ type: "Order", id: orderId }],
    }),
    refundOrder: build.mutation<RefundAnswer, OrderRef & { refund: NewRefund }>({
      query: ({ refund, ...ref }) => ({ path: pathTo(refundPath, ref), method: "POST", body: refund }),
      invalidatesTags: changed,
    }),
    cancelOrder: build.mutation<Order, OrderRef & { cancellation: Cancellation }>({
      query: ({ cancellation, ...ref }) => ({ path: pathTo(cancelPath, ref), method: "POST", body: cancellation }),
      invalidatesTags: changed,
    }),
    resendLetter: build.mutation<Order, OrderRef & { kind: string }>({
      query: ({ kind, ...ref }) => ({ path: pathTo(resendPath, ref), method: "POST", body: { kind } }),
      invalidatesTags: changed,
    }),
    addNote: build.mutation<Order, OrderRef & { text: string }>({
      query: ({ text, ...ref }) => ({ path: pathTo(notesPath, ref), method: "POST", body: { text } }),
      invalidatesTags: changed,
    }),
    setShippingAddress: build.mutation<Order, OrderRef & { address: Address }>({
      query: ({ address, ...ref }) => ({ path: pathTo(addressPath, ref), method: "PUT", body: address }),
      invalidatesTags: changed,
    }),
    readPaper: build.mutation<string, OrderRef & { paper: Paper }>({
      query: ({ paper, ...ref }) => ({ path: pathTo(paperPaths[paper], ref), as: "text" }),
    }),
    exportOrders: build.mutation<string, { websiteId: string; filters: OrderFilters }>({
      query: ({ websiteId, filters }) => ({ path: pathTo(exportPath, { websiteId }), query: { ...filters }, as: "text" }),
    }),
  }),
});

export const {
  useListOrdersInfiniteQuery,
  useGetOrderQuery,
  useFulfillOrderMutation,
  usePreviewRefundQuery,
  useRefundOrderMutation,
  useCancelOrderMutation,
  useResendLetterMutation,
  useAddNoteMutation,
  useSetShippingAddressMutation,
  useReadPaperMutation,
  useExportOrdersMutation,
} = ordersApi;
