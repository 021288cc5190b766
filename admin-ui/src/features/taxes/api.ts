import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, RequestOf } from "@/shared/api/types";

const listPath = "/api/v1/websites/{websiteId}/taxes";
const onePath = "/api/v1/websites/{websiteId}/taxes/{taxId}";
const storePath = "/api/v1/websites/{websiteId}/store-settings";

export type Tax = Answer<typeof onePath, "get">;
export type TaxChange = RequestOf<typeof listPath, "post">;
export type StoreSettings = Answer<typeof storePath, "get">;

export interface TaxRef {
  websiteId: string;
  taxId: string;
}

const taxesApi = api.injectEndpoints({
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
    deleteTax: build.mutation<null, TaxRef>({
      query: (ref) => ({ path: pathTo(onePath, ref), method: "DELETE" }),
      invalidatesTags: (_, error) => (error ? [] : [{ type: "Tax", id: "LIST" }]),
    }),
    getStoreSettings: build.query<StoreSettings, { websiteId: string }>({
      query: (ref) => ({ path: pathTo(storePath, ref) }),
      providesTags: [{ type: "Settings", id: "STORE" }],
    }),
    updateStoreSettings: build.mutation<StoreSettings, { websiteId: string; settings: StoreSettings }>({
      query: ({ settings, ...ref }) => ({
        path: pathTo(storePath, ref),
        method: "PUT",
        body: settings,
        headers: { "If-Match": `"${settings.revision}"` },
      }),
      async onQueryStarted({ websiteId }, { dispatch, queryFulfilled }) {
        const saved = await queryFulfilled.catch(() => null);
        if (saved) void dispatch(taxesApi.util.upsertQueryData("getStoreSettings", { websiteId }, saved.data));
      },
      invalidatesTags: [{ type: "Settings", id: "SITE" }],
    }),
  }),
});

export const {
  useListTaxesQuery,
  useGetTaxQuery,
  useCreateTaxMutation,
  useUpdateTaxMutation,
  useDeleteTaxMutation,
  useGetStoreSettingsQuery,
  useUpdateStoreSettingsMutation,
} = taxesApi;
