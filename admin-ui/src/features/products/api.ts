import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, RequestOf } from "@/shared/api/types";

const collectionsPath = "/api/content-service/product/1.1/websites/{websiteId}/products";
const listPath = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items";
const itemPath = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}";
const stockPath = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}/stock";

export type Collection = Answer<typeof collectionsPath, "get">["collections"][number];
type ProductPage = Answer<typeof listPath, "get">;
export type ProductSummary = ProductPage["items"][number];
export type Product = Answer<typeof itemPath, "get">;
export type ProductChange = RequestOf<typeof itemPath, "put">;
export type StockChange = RequestOf<typeof stockPath, "put">;

export interface ProductRef {
  websiteId: string;
  collectionId: string;
  itemId: string;
}

const productsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listCollections: build.query<Collection[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(collectionsPath, ref) }),
      transformResponse: (answer: Answer<typeof collectionsPath, "get">) => answer.collections,
      providesTags: [{ type: "Collection", id: "LIST" }],
    }),
    listProducts: build.infiniteQuery<
      ProductPage,
      { websiteId: string; collectionId: string; query: string },
      string | null
    >({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (page) => (page.hasNextPage ? (page.nextPageCursor ?? undefined) : undefined),
      },
      query: ({ queryArg: { query, ...ref }, pageParam }) => ({
        path: pathTo(listPath, ref),
        query: { query, cursor: pageParam, limit: 25 },
      }),
      providesTags: [{ type: "Product", id: "LIST" }],
    }),
    getProduct: build.query<Product, ProductRef>({
      query: (ref) => ({ path: pathTo(itemPath, ref) }),
      providesTags: (_, __, { itemId }) => [{ type: "Product", id: itemId }],
    }),
    updateProduct: build.mutation<Product, ProductRef & { change: ProductChange }>({
      query: ({ change, ...ref }) => ({ path: pathTo(itemPath, ref), method: "PUT", body: change }),
      invalidatesTags: (product) => (product ? [{ type: "Product", id: "LIST" }] : []),
    }),
    setStock: build.mutation<Product, ProductRef & { change: StockChange }>({
      query: ({ change, ...ref }) => ({ path: pathTo(stockPath, ref), method: "PUT", body: change }),
      invalidatesTags: (product) => (product ? [{ type: "Product", id: "LIST" }] : []),
    }),
  }),
});

export const {
  useListCollectionsQuery,
  useListProductsInfiniteQuery,
  useGetProductQuery,
  useUpdateProductMutation,
  useSetStockMutation,
} = productsApi;

/** Puts the product an answer carried into the cache, sparing another request. */
export const rememberProduct = (ref: ProductRef, product: Product) =>
  productsApi.util.upsertQueryData("getProduct", ref, product);
