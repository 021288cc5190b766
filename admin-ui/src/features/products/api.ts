import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, QueryOf, RequestOf } from "@/shared/api/types";

const collectionsPath = "/api/content-service/product/1.1/websites/{websiteId}/products";
const listPath = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items";
const allPath = "/api/v1/websites/{websiteId}/products";
const allBulkPath = "/api/v1/websites/{websiteId}/products/bulk";
const bulkPath = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/bulk";
const itemPath = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}";
const placePath = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}/place";
const duplicatePath =
  "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}/duplicate";

export type Collection = Answer<typeof collectionsPath, "get">["collections"][number];
export type NewCollection = RequestOf<typeof collectionsPath, "post">;
type ProductPage = Answer<typeof listPath, "get">;
export type ProductSummary = ProductPage["items"][number];
export type Product = Answer<typeof itemPath, "get">;
export type ProductStatus = Product["status"];
export type ProductChange = RequestOf<typeof itemPath, "put">;
export type NewProduct = RequestOf<typeof listPath, "post">;
export type BulkChange = RequestOf<typeof bulkPath, "post">;
export type BulkResult = Answer<typeof bulkPath, "post">["results"][number];
export type ProductFilter = Omit<QueryOf<typeof listPath, "get">, "cursor" | "limit">;

export interface CollectionRef {
  websiteId: string;
  collectionId: string;
}

export interface ProductRef extends CollectionRef {
  itemId: string;
}

/** A store of a site, or all of them. */
export interface StoresRef {
  websiteId: string;
  /** Null for all stores. */
  collectionId: string | null;
}

interface ListWanted extends StoresRef {
  filter: ProductFilter;
}

/** Limit of products whose order can be set, loaded as one page. */
const wholeStore = 200;

const productsApi = api.enhanceEndpoints({ addTagTypes: ["Collection"] }).injectEndpoints({
  endpoints: (build) => ({
    listCollections: build.query<Collection[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(collectionsPath, ref) }),
      transformResponse: (answer: Answer<typeof collectionsPath, "get">) => answer.collections,
      providesTags: [{ type: "Collection", id: "LIST" }],
    }),
    createCollection: build.mutation<
      Answer<typeof collectionsPath, "post">,
      { websiteId: string; collection: NewCollection }
    >({
      query: ({ websiteId, collection }) => ({
        path: pathTo(collectionsPath, { websiteId }),
        method: "POST",
        body: collection,
      }),
      invalidatesTags: (made) => (made ? [{ type: "Collection", id: "LIST" }] : []),
    }),
    listProducts: build.infiniteQuery<ProductPage, ListWanted, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (page) => (page.hasNextPage ? (page.nextPageCursor ?? undefined) : undefined),
      },
      query: ({ queryArg: { filter, websiteId, collectionId }, pageParam }) => ({
        path: collectionId === null ? pathTo(allPath, { websiteId }) : pathTo(listPath, { websiteId, collectionId }),
        query: { ...filter, cursor: pageParam, limit: 25 },
      }),
      providesTags: [{ type: "Product", id: "LIST" }],
    }),
    listProductChoices: build.query<{ id: string; name: string }[], CollectionRef>({
      query: (ref) => ({ path: pathTo(listPath, ref), query: { limit: wholeStore, sort: "name" } }),
      transformResponse: (page: ProductPage) => page.items.map(({ id, name }) => ({ id, name })),
      providesTags: [{ type: "Product", id: "LIST" }],
    }),
    getProduct: build.query<Product, ProductRef>({
      query: (ref) => ({ path: pathTo(itemPath, ref) }),
      providesTags: (_, __, { itemId }) => [{ type: "Product", id: itemId }],
    }),
    /** Loads the current product without updating the cache that the screen shows. */
    peekProduct: build.mutation<Product, ProductRef>({
      query: (ref) => ({ path: pathTo(itemPath, ref) }),
    }),
    createProduct: build.mutation<Product, CollectionRef & { product: NewProduct }>({
      query: ({ product, ...ref }) => ({ path: pathTo(listPath, ref), method: "POST", body: product }),
      invalidatesTags: (made) =>
        made
          ? [
              { type: "Product", id: "LIST" },
              { type: "Collection", id: "LIST" },
            ]
          : [],
    }),
    updateProduct: build.mutation<Product, ProductRef & { change: ProductChange }>({
      query: ({ change, ...ref }) => ({ path: pathTo(itemPath, ref), method: "PUT", body: change }),
      async onQueryStarted({ websiteId, collectionId, itemId }, { dispatch, getState, queryFulfilled }) {
        const ref = { websiteId, collectionId, itemId };
        const saved = await queryFulfilled.catch(() => null);
        if (!saved) return;
        // A save does not count the wishlists.
        const wishlistCount = productsApi.endpoints.getProduct.select(ref)(getState()).data?.wishlistCount ?? null;
        void dispatch(productsApi.util.upsertQueryData("getProduct", ref, { ...saved.data, wishlistCount }));
      },
      invalidatesTags: (saved) => (saved ? [{ type: "Product", id: "LIST" }] : []),
    }),
    duplicateProduct: build.mutation<Product, ProductRef>({
      query: (ref) => ({ path: pathTo(duplicatePath, ref), method: "POST" }),
      invalidatesTags: (made) =>
        made
          ? [
              { type: "Product", id: "LIST" },
              { type: "Collection", id: "LIST" },
            ]
          : [],
    }),
    deleteProduct: build.mutation<null, ProductRef>({
      query: (ref) => ({ path: pathTo(itemPath, ref), method: "DELETE" }),
      invalidatesTags: (_, error) =>
        error
          ? []
          : [
              { type: "Product", id: "LIST" },
              { type: "Collection", id: "LIST" },
            ],
    }),
    moveProduct: build.mutation<null, ProductRef & { afterItemId: string | null }>({
      query: ({ afterItemId, ...ref }) => ({ path: pathTo(placePath, ref), method: "PUT", body: { afterItemId } }),
      invalidatesTags: (_, error) => (error ? [] : [{ type: "Product", id: "LIST" }]),
    }),
    changeProducts: build.mutation<BulkResult[], StoresRef & { change: BulkChange }>({
      query: ({ change, websiteId, collectionId }) => ({
        path:
          collectionId === null ? pathTo(allBulkPath, { websiteId }) : pathTo(bulkPath, { websiteId, collectionId }),
        method: "POST",
        body: change,
      }),
      transformResponse: (answer: Answer<typeof bulkPath, "post">) => answer.results,
      invalidatesTags: ["Product", { type: "Collection", id: "LIST" }],
    }),
  }),
});

export const {
  useListCollectionsQuery,
  useCreateCollectionMutation,
  useListProductsInfiniteQuery,
  useListProductChoicesQuery,
  useGetProductQuery,
  usePeekProductMutation,
  useCreateProductMutation,
  useUpdateProductMutation,
  useDuplicateProductMutation,
  useDeleteProductMutation,
  useChangeProductsMutation,
  useMoveProductMutation,
} = productsApi;
