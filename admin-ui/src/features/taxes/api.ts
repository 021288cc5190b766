import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, RequestOf } from "@/shared/api/types";

const listPath = "/api/v1/websites/{websiteId}/taxes";
const onePath = "/api/v1/websites/{websiteId}/taxes/{taxId}";

export type Tax = Answer<typeof onePath, "get">;
export type TaxChange = RequestOf<typeof listPath, "post">;

interface TaxRef {
  websiteId: string;
  taxId: string;
}

const taxesApi = api.enhanceEndpoints({ addTagTypes: ["Tax"] }).injectEndpoints({
  endpoints: (build) => ({
    listTaxes: build.query<Tax[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(listPath, ref) }),
      transformResponse: (answer: Answer<typeof listPath, "get">) => answer.taxes,
      providesTags: [{ type: "Tax", id: "LIST" }],
    }),
    getTax: build.query<Tax, TaxRef>({
      query: (ref) => ({ path: pathTo(onePath, ref) }),
      providesTags: (_, __, { taxId }) => [{ type: "Tax", id: taxId }],
    }),
    createTax: build.mutation<Tax, { websiteId: string; change: TaxChange }>({
      query: ({ change, ...ref }) => ({ path: pathTo(listPath, ref), method: "POST", body: change }),
      invalidatesTags: (made) => (made ? [{ type: "Tax", id: "LIST" }] : []),
    }),
    updateTax: build.mutation<Tax, TaxRef & { revision: number; change: TaxChange }>({
      query: ({ revision, change, ...ref }) => ({
        path: pathTo(onePath, ref),
        method: "PUT",
        body: change,
        headers: { "If-Match": `"${revision}"` },
      }),
      async onQueryStarted({ websiteId, taxId }, { dispatch, queryFulfilled }) {
        const saved = await queryFulfilled.catch(() => null);
        if (saved) void dispatch(taxesApi.util.upsertQueryData("getTax", { websiteId, taxId }, saved.data));
      },
      invalidatesTags: (saved) => (saved ? [{ type: "Tax", id: "LIST" }] : []),
    }),
    deleteTax: build.mutation<null, TaxRef & { revision: number }>({
      query: ({ revision, ...ref }) => ({
        path: pathTo(onePath, ref),
        method: "DELETE",
        headers: { "If-Match": `"${revision}"` },
      }),
      invalidatesTags: (_, error) => (error ? [] : [{ type: "Tax", id: "LIST" }]),
    }),
  }),
});

export const { useListTaxesQuery, useGetTaxQuery, useCreateTaxMutation, useUpdateTaxMutation, useDeleteTaxMutation } =
  taxesApi;
