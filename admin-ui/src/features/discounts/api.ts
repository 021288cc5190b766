import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, QueryOf, RequestOf } from "@/shared/api/types";
import type { Choice } from "@/shared/form/choices-field";

const listPath = "/api/v1/websites/{websiteId}/discounts";
const onePath = "/api/v1/websites/{websiteId}/discounts/{discountId}";
const storesPath = "/api/content-service/product/1.1/websites/{websiteId}/products";
const categoriesPath = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/categories";
const itemsPath = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items";

type DiscountPage = Answer<typeof listPath, "get">;
export type Discount = Answer<typeof onePath, "get">;
export type DiscountFilter = Omit<QueryOf<typeof listPath, "get">, "cursor" | "limit">;
export type DiscountChange = RequestOf<typeof listPath, "post">;

interface DiscountRef {
  websiteId: string;
  discountId: string;
}

/** What a discount can apply to. */
export interface Targets {
  products: Choice[];
  categories: Choice[];
}

const discountsApi = api.enhanceEndpoints({ addTagTypes: ["Discount"] }).injectEndpoints({
  endpoints: (build) => ({
    listDiscounts: build.infiniteQuery<DiscountPage, { websiteId: string; filter: DiscountFilter }, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (page) => (page.hasNextPage ? (page.nextPageCursor ?? undefined) : undefined),
      },
      query: ({ queryArg: { filter, ...ref }, pageParam }) => ({
        path: pathTo(listPath, ref),
        query: { ...filter, cursor: pageParam, limit: 25 },
      }),
      providesTags: [{ type: "Discount", id: "LIST" }],
    }),
    getDiscount: build.query<Discount, DiscountRef>({
      query: (ref) => ({ path: pathTo(onePath, ref) }),
      providesTags: (_, __, { discountId }) => [{ type: "Discount", id: discountId }],
    }),
    createDiscount: build.mutation<Discount, { websiteId: string; change: DiscountChange }>({
      query: ({ change, ...ref }) => ({ path: pathTo(listPath, ref), method: "POST", body: change }),
      invalidatesTags: (made) => (made ? [{ type: "Discount", id: "LIST" }] : []),
    }),
    updateDiscount: build.mutation<Discount, DiscountRef & { revision: number; change: DiscountChange }>({
      query: ({ revision, change, ...ref }) => ({
        path: pathTo(onePath, ref),
        method: "PUT",
        body: change,
        headers: { "If-Match": `"${revision}"` },
      }),
      async onQueryStarted({ websiteId, discountId }, { dispatch, queryFulfilled }) {
        const saved = await queryFulfilled.catch(() => null);
        if (saved)
          void dispatch(discountsApi.util.upsertQueryData("getDiscount", { websiteId, discountId }, saved.data));
      },
      invalidatesTags: (saved) => (saved ? [{ type: "Discount", id: "LIST" }] : []),
    }),
    deleteDiscount: build.mutation<null, DiscountRef & { revision: number }>({
      query: ({ revision, ...ref }) => ({
        path: pathTo(onePath, ref),
        method: "DELETE",
        headers: { "If-Match": `"${revision}"` },
      }),
      invalidatesTags: (_, error) => (error ? [] : [{ type: "Discount", id: "LIST" }]),
    }),
    listDiscountTargets: build.query<Targets, { websiteId: string }>({
      async queryFn({ websiteId }, _api, _extra, call) {
        const stores = await call({ path: pathTo(storesPath, { websiteId }) });
        if (stores.error) return { error: stores.error };
        const targets: Targets = { products: [], categories: [] };
        for (const { id } of (stores.data as Answer<typeof storesPath, "get">).collections) {
          const items = await call({ path: pathTo(itemsPath, { websiteId, collectionId: id }), query: { limit: 200 } });
          if (items.error) return { error: items.error };
          const tree = await call({ path: pathTo(categoriesPath, { websiteId, collectionId: id }) });
          if (tree.error) return { error: tree.error };
          const { categories } = tree.data as Answer<typeof categoriesPath, "get">;
          targets.categories.push(
            ...categories.filter(({ type }) => type !== "ROOT").map((one) => ({ id: one.id, name: one.displayName })),
          );
          targets.products.push(
            ...(items.data as Answer<typeof itemsPath, "get">).items.map((item) => ({ id: item.id, name: item.name })),
          );
        }
        return { data: targets };
      },
      providesTags: [
        { type: "Product", id: "LIST" },
        { type: "Category", id: "LIST" },
      ],
    }),
  }),
});

export const {
  useListDiscountsInfiniteQuery,
  useGetDiscountQuery,
  useCreateDiscountMutation,
  useUpdateDiscountMutation,
  useDeleteDiscountMutation,
  useListDiscountTargetsQuery,
} = discountsApi;
