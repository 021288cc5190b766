import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, QueryOf, RequestOf } from "@/shared/api/types";

const listPath = "/api/v1/websites/{websiteId}/orders";
const orderPath = "/api/v1/websites/{websiteId}/orders/{orderId}";
const fulfillPath = "/api/v1/websites/{websiteId}/orders/{orderId}/fulfill";

const previewPath = "/api/v1/websites/{websiteId}/orders/{orderId}/refund/preview";
const refundPath = "/api/v1/websites/{websiteId}/orders/{orderId}/refund";
const capturePath = "/api/v1/websites/{websiteId}/orders/{orderId}/payments/{paymentId}/capture";
const askPath = "/api/v1/websites/{websiteId}/orders/{orderId}/payments/{paymentId}/ask";
const giveUpPath = "/api/v1/websites/{websiteId}/orders/{orderId}/payments/{paymentId}/give-up";
const chargePath = "/api/v1/websites/{websiteId}/orders/{orderId}/charge";
const chargeablePath = "/api/v1/websites/{websiteId}/orders/{orderId}/saved-payment-methods";
const messagesPath = "/api/v1/websites/{websiteId}/orders/{orderId}/payment-messages";
const cancelPath = "/api/v1/websites/{websiteId}/orders/{orderId}/cancel";
const resendPath = "/api/v1/websites/{websiteId}/orders/{orderId}/resend";
const notesPath = "/api/v1/websites/{websiteId}/orders/{orderId}/notes";
const addressPath = "/api/v1/websites/{websiteId}/orders/{orderId}/shipping-address";
const billingPath = "/api/v1/websites/{websiteId}/orders/{orderId}/billing-address";
const emailPath = "/api/v1/websites/{websiteId}/orders/{orderId}/email";
const tagsPath = "/api/v1/websites/{websiteId}/orders/{orderId}/tags";
const tagPath = "/api/v1/websites/{websiteId}/orders/{orderId}/tags/{tag}";
const usedTagsPath = "/api/v1/websites/{websiteId}/order-tags";
const exportLinkPath = "/api/v1/websites/{websiteId}/orders/export-link";
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
export type Payment = Order["payments"][number];
export type ChargeableMethod = Answer<typeof chargeablePath, "get">["methods"][number];
export type SavedCharge = RequestOf<typeof chargePath, "post">;
export type PaymentMessage = Answer<typeof messagesPath, "get">["messages"][number];
export type Address = RequestOf<typeof addressPath, "put">;
export type OrderDocument = keyof typeof paperPaths;
export type OrderFilters = QueryOf<typeof exportLinkPath, "post">;
/** Filters and sort order of the list. */
type OrderListing = Omit<QueryOf<typeof listPath, "get">, "cursor" | "limit">;

interface OrderRef {
  websiteId: string;
  orderId: string;
}

/** Tags invalidated by a change of an order: the order, the list, and e-mails it may have caused. */
function changed(_: unknown, __: unknown, { orderId }: OrderRef) {
  return [
    { type: "Order" as const, id: orderId },
    { type: "Order" as const, id: "LIST" },
    { type: "Mail" as const, id: "LIST" },
  ];
}

/** Tags invalidated by a change of an order's tags: the order, the list, and the tag suggestions. */
function changedTags(orderId: string) {
  return [
    { type: "Order" as const, id: orderId },
    { type: "Order" as const, id: "LIST" },
    { type: "Order" as const, id: "TAGS" },
  ];
}

const ordersApi = api.injectEndpoints({
  endpoints: (build) => ({
    listOrders: build.infiniteQuery<OrderPageAnswer, { websiteId: string; filters: OrderListing }, string | null>({
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
    /** Without tags: after the refund there is nothing left to preview, but the dialog is still mounted. */
    previewRefund: build.query<RefundPreview, OrderRef & { wish: RefundWish }>({
      query: ({ wish, ...ref }) => ({ path: pathTo(previewPath, ref), method: "POST", body: wish }),
    }),
    refundOrder: build.mutation<RefundAnswer, OrderRef & { refund: NewRefund }>({
      query: ({ refund, ...ref }) => ({ path: pathTo(refundPath, ref), method: "POST", body: refund }),
      invalidatesTags: changed,
    }),
    cancelOrder: build.mutation<Order, OrderRef & { cancellation: Cancellation }>({
      query: ({ cancellation, ...ref }) => ({ path: pathTo(cancelPath, ref), method: "POST", body: cancellation }),
      invalidatesTags: changed,
    }),
    capturePayment: build.mutation<Order, OrderRef & { paymentId: string }>({
      query: (ref) => ({ path: pathTo(capturePath, ref), method: "POST" }),
      invalidatesTags: changed,
    }),
    askForPayment: build.mutation<Order, OrderRef & { paymentId: string }>({
      query: (ref) => ({ path: pathTo(askPath, ref), method: "POST" }),
      invalidatesTags: changed,
    }),
    giveUpPayment: build.mutation<Order, OrderRef & { paymentId: string }>({
      query: (ref) => ({ path: pathTo(giveUpPath, ref), method: "POST" }),
      invalidatesTags: changed,
    }),
    listChargeableMethods: build.query<ChargeableMethod[], OrderRef>({
      query: (ref) => ({ path: pathTo(chargeablePath, ref) }),
      transformResponse: (answer: Answer<typeof chargeablePath, "get">) => answer.methods,
      providesTags: (_, __, { orderId }) => [{ type: "Order", id: orderId }],
    }),
    chargeSavedMethod: build.mutation<Order, OrderRef & { charge: SavedCharge }>({
      query: ({ charge, ...ref }) => ({ path: pathTo(chargePath, ref), method: "POST", body: charge }),
      invalidatesTags: changed,
    }),
    listPaymentMessages: build.query<PaymentMessage[], OrderRef>({
      query: (ref) => ({ path: pathTo(messagesPath, ref) }),
      transformResponse: (answer: Answer<typeof messagesPath, "get">) => answer.messages,
      providesTags: (_, __, { orderId }) => [{ type: "Order", id: orderId }],
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
    setBillingAddress: build.mutation<Order, OrderRef & { address: Address }>({
      query: ({ address, ...ref }) => ({ path: pathTo(billingPath, ref), method: "PUT", body: address }),
      invalidatesTags: changed,
    }),
    setOrderEmail: build.mutation<Order, OrderRef & { email: string }>({
      query: ({ email, ...ref }) => ({ path: pathTo(emailPath, ref), method: "PUT", body: { email } }),
      invalidatesTags: (_, error, ref) => (error ? [] : [...changed(_, error, ref), { type: "Customer", id: "LIST" }]),
    }),
    readPaper: build.mutation<string, OrderRef & { paper: OrderDocument; parcel?: string }>({
      query: ({ paper, parcel, ...ref }) => ({
        path: pathTo(paperPaths[paper], ref),
        ...(parcel === undefined ? {} : { query: { parcel } }),
        as: "text",
      }),
    }),
    linkToExport: build.mutation<Answer<typeof exportLinkPath, "post">, { websiteId: string; filters: OrderFilters }>({
      query: ({ filters, ...ref }) => ({ path: pathTo(exportLinkPath, ref), method: "POST", query: { ...filters } }),
    }),
    usedOrderTags: build.query<string[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(usedTagsPath, ref) }),
      transformResponse: (answer: Answer<typeof usedTagsPath, "get">) => answer.tags,
      providesTags: [{ type: "Order", id: "TAGS" }],
    }),
    addOrderTag: build.mutation<Order, OrderRef & { tag: string }>({
      query: ({ tag, ...ref }) => ({ path: pathTo(tagsPath, ref), method: "POST", body: { tag } }),
      invalidatesTags: (_, __, { orderId }) => changedTags(orderId),
    }),
    removeOrderTag: build.mutation<Order, OrderRef & { tag: string }>({
      query: (ref) => ({ path: pathTo(tagPath, ref), method: "DELETE" }),
      invalidatesTags: (_, __, { orderId }) => changedTags(orderId),
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
  useCapturePaymentMutation,
  useAskForPaymentMutation,
  useGiveUpPaymentMutation,
  useListChargeableMethodsQuery,
  useChargeSavedMethodMutation,
  useListPaymentMessagesQuery,
  useResendLetterMutation,
  useAddNoteMutation,
  useSetShippingAddressMutation,
  useSetBillingAddressMutation,
  useSetOrderEmailMutation,
  useReadPaperMutation,
  useLinkToExportMutation,
  useUsedOrderTagsQuery,
  useAddOrderTagMutation,
  useRemoveOrderTagMutation,
} = ordersApi;
