import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer } from "@/shared/api/types";

const ordersPath = "/api/v1/websites/{websiteId}/orders";
const collectionsPath = "/api/content-service/product/1.1/websites/{websiteId}/products";
const itemsPath = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items";

export type RecentOrders = Answer<typeof ordersPath, "get">;
type Product = Answer<typeof itemsPath, "get">["items"][number];
export type ScarceProduct = Product & { collectionId: string };

/** From this count on a product needs no attention. */
const enoughStock = 5;
const scarceShown = 6;

function isScarce(product: Product): boolean {
  if (product.unlimited) return false;
  return product.soldOut || (typeof product.totalStock === "number" && product.totalStock < enoughStock);
}

const homeApi = api.injectEndpoints({
  endpoints: (build) => ({
    recentOrders: build.query<RecentOrders, { websiteId: string }>({
      query: (ref) => ({ path: pathTo(ordersPath, ref), query: { limit: 6 } }),
      providesTags: [{ type: "Order", id: "LIST" }],
    }),
    scarceProducts: build.query<ScarceProduct[], { websiteId: string }>({
      async queryFn({ websiteId }, _api, _extra, call) {
        const collections = await call({ path: pathTo(collectionsPath, { websiteId }) });
        if (collections.error) return { error: collections.error };
        const scarce: ScarceProduct[] = [];
        for (const { id: collectionId } of (collections.data as Answer<typeof collectionsPath, "get">).collections) {
          const items = await call({ path: pathTo(itemsPath, { websiteId, collectionId }), query: { limit: 100 } });
          if (items.error) return { error: items.error };
          const products = (items.data as Answer<typeof itemsPath, "get">).items;
          scarce.push(...products.filter(isScarce).map((product) => ({ ...product, collectionId })));
        }
        const byStock = scarce.toSorted((left, right) => (left.totalStock ?? 0) - (right.totalStock ?? 0));
        return { data: byStock.slice(0, scarceShown) };
      },
      providesTags: [{ type: "Product", id: "LIST" }],
    }),
  }),
});

export const { useRecentOrdersQuery, useScarceProductsQuery } = homeApi;
