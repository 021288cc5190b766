import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, RequestOf } from "@/shared/api/types";

const listPath = "/api/v1/websites/{websiteId}/price-lists";
const onePath = "/api/v1/websites/{websiteId}/price-lists/{priceListId}";
const storesPath = "/api/content-service/product/1.1/websites/{websiteId}/products";
const itemsPath = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items";
const itemPath = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}";

export type PriceListSummary = Answer<typeof listPath, "get">["priceLists"][number];
export type PriceList = Answer<typeof onePath, "get">;
export type PriceListChange = RequestOf<typeof listPath, "post">;

interface PriceListRef {
  websiteId: string;
  priceListId: string;
}

/** A product that can be given a price. */
export interface FoundProduct {
  id: string;
  name: string;
  collectionId: string;
}

export interface ProductRef {
  websiteId: string;
  collectionId: string;
  itemId: string;
}

/** A variant that can be given its own price. */
interface FoundVariant {
  id: string;
  text: string;
}

const priceListsApi = api.enhanceEndpoints({ addTagTypes: ["PriceList"] }).injectEndpoints({
  endpoints: (build) => ({
    listPriceLists: build.query<PriceListSummary[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(listPath, ref) }),
      transformResponse: (answer: Answer<typeof listPath, "get">) => answer.priceLists,
      providesTags: [{ type: "PriceList", id: "LIST" }],
    }),
    getPriceList: build.query<PriceList, PriceListRef>({
      query: (ref) => ({ path: pathTo(onePath, ref) }),
      providesTags: (_, __, { priceListId }) => [{ type: "PriceList", id: priceListId }],
    }),
    createPriceList: build.mutation<PriceList, { websiteId: string; change: PriceListChange }>({
      query: ({ change, ...ref }) => ({ path: pathTo(listPath, ref), method: "POST", body: change }),
      invalidatesTags: (made) => (made ? [{ type: "PriceList", id: "LIST" }] : []),
    }),
    updatePriceList: build.mutation<PriceList, PriceListRef & { revision: number; change: PriceListChange }>({
      query: ({ revision, change, ...ref }) => ({
        path: pathTo(onePath, ref),
        method: "PUT",
        body: change,
        headers: { "If-Match": `"${revision}"` },
      }),
      async onQueryStarted({ websiteId, priceListId }, { dispatch, queryFulfilled }) {
        const saved = await queryFulfilled.catch(() => null);
        if (saved)
          void dispatch(priceListsApi.util.upsertQueryData("getPriceList", { websiteId, priceListId }, saved.data));
      },
      invalidatesTags: (saved) => (saved ? [{ type: "PriceList", id: "LIST" }] : []),
    }),
    deletePriceList: build.mutation<null, PriceListRef & { revision: number }>({
      query: ({ revision, ...ref }) => ({
        path: pathTo(onePath, ref),
        method: "DELETE",
        headers: { "If-Match": `"${revision}"` },
      }),
      invalidatesTags: (_, error) => (error ? [] : [{ type: "PriceList", id: "LIST" }]),
    }),
    findPricedProducts: build.query<FoundProduct[], { websiteId: string; query: string }>({
      async queryFn({ websiteId, query }, _api, _extra, call) {
        const stores = await call({ path: pathTo(storesPath, { websiteId }) });
        if (stores.error) return { error: stores.error };
        const found: FoundProduct[] = [];
        for (const { id } of (stores.data as Answer<typeof storesPath, "get">).collections) {
          const wanted = query.trim() === "" ? {} : { query: query.trim() };
          const items = await call({
            path: pathTo(itemsPath, { websiteId, collectionId: id }),
            query: { ...wanted, limit: 50 },
          });
          if (items.error) return { error: items.error };
          found.push(
            ...(items.data as Answer<typeof itemsPath, "get">).items.map((item) => ({
              id: item.id,
              name: item.name,
              collectionId: id,
            })),
          );
        }
        return { data: found };
      },
      providesTags: [{ type: "Product", id: "LIST" }],
    }),
    getPricedVariants: build.query<FoundVariant[], ProductRef>({
      query: (ref) => ({ path: pathTo(itemPath, ref) }),
      transformResponse: (product: Answer<typeof itemPath, "get">) =>
        product.variants.map(({ id, sku, attributes }) => ({ id, text: Object.values(attributes).join(" / ") || sku })),
      providesTags: (_, __, { itemId }) => [{ type: "Product", id: itemId }],
    }),
  }),
});

export const {
  useListPriceListsQuery,
  useGetPriceListQuery,
  useCreatePriceListMutation,
  useUpdatePriceListMutation,
  useDeletePriceListMutation,
  useFindPricedProductsQuery,
  useGetPricedVariantsQuery,
} = priceListsApi;
