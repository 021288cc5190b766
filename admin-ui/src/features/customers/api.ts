import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, QueryOf } from "@/shared/api/types";

const listPath = "/api/v1/websites/{websiteId}/customers";
const onePath = "/api/v1/websites/{websiteId}/customers/{customerId}";
const ordersPath = "/api/v1/websites/{websiteId}/customers/{customerId}/orders";
const sheetLinkPath = "/api/v1/websites/{websiteId}/customers/export-link";
const exportPath = "/api/v1/websites/{websiteId}/customers/{customerId}/export";

type CustomerPageAnswer = Answer<typeof listPath, "get">;
export type CustomerSummary = CustomerPageAnswer["customers"][number];
export type Customer = Answer<typeof onePath, "get">;
type OrderPageAnswer = Answer<typeof ordersPath, "get">;
export type CustomerOrder = OrderPageAnswer["orders"][number];

export type CustomerFilter = Omit<QueryOf<typeof listPath, "get">, "cursor" | "limit">;

interface CustomerRef {
  websiteId: string;
  customerId: string;
}

const customersApi = api.injectEndpoints({
  endpoints: (build) => ({
    listCustomers: build.infiniteQuery<
      CustomerPageAnswer,
      { websiteId: string; filter: CustomerFilter },
      string | null
    >({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (page) => (page.hasNextPage ? (page.nextPageCursor ?? undefined) : undefined),
      },
      query: ({ queryArg: { filter, ...ref }, pageParam }) => ({
        path: pathTo(listPath, ref),
        query: { ...filter, cursor: pageParam, limit: 25 },
      }),
      providesTags: [{ type: "Customer", id: "LIST" }],
    }),
    getCustomer: build.query<Customer, CustomerRef>({
      query: (ref) => ({ path: pathTo(onePath, ref) }),
      providesTags: (_, __, { customerId }) => [{ type: "Customer", id: customerId }],
    }),
    listCustomerOrders: build.infiniteQuery<OrderPageAnswer, CustomerRef, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (page) => (page.hasNextPage ? (page.nextPageCursor ?? undefined) : undefined),
      },
      query: ({ queryArg, pageParam }) => ({
        path: pathTo(ordersPath, queryArg),
        query: { cursor: pageParam, limit: 25 },
      }),
      // Not tagged as an order list: erasing the customer invalidates those, which would refetch the erased customer.
      providesTags: (_, __, { customerId }) => [{ type: "Customer", id: customerId }],
    }),
    /** Returns an object URL: the export can hold large files that the person uploaded. */
    exportCustomer: build.mutation<string, CustomerRef>({
      query: (ref) => ({ path: pathTo(exportPath, ref), as: "file" }),
    }),
    linkToSheet: build.mutation<Answer<typeof sheetLinkPath, "post">, { websiteId: string; filter: CustomerFilter }>({
      query: ({ filter, ...ref }) => ({ path: pathTo(sheetLinkPath, ref), method: "POST", query: { ...filter } }),
    }),
    eraseCustomer: build.mutation<unknown, CustomerRef & { email: string }>({
      query: ({ email, ...ref }) => ({ path: pathTo(onePath, ref), method: "DELETE", body: { email } }),
      invalidatesTags: (_, error) =>
        error
          ? []
          : [
              { type: "Customer", id: "LIST" },
              { type: "Order", id: "LIST" },
              { type: "Mail", id: "LIST" },
            ],
    }),
  }),
});

export const {
  useListCustomersInfiniteQuery,
  useGetCustomerQuery,
  useListCustomerOrdersInfiniteQuery,
  useExportCustomerMutation,
  useLinkToSheetMutation,
  useEraseCustomerMutation,
} = customersApi;
