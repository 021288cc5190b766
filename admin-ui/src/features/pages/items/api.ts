import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import { ifMatch, isVersionConflict } from "@/shared/api/if-match";
import type { Answer, QueryOf, RequestOf } from "@/shared/api/types";

const listPath = "/api/v1/websites/{websiteId}/collections/{collectionId}/items";
const orderPath = "/api/v1/websites/{websiteId}/collections/{collectionId}/item-order";
const labelsPath = "/api/v1/websites/{websiteId}/collections/{collectionId}/labels";
const onePath = "/api/v1/websites/{websiteId}/items/{itemId}";

export type ItemPage = Answer<typeof listPath, "get">;
export type ItemSummary = ItemPage["items"][number];
export type Item = Answer<typeof onePath, "get">;
export type ItemChange = RequestOf<typeof onePath, "put">;
export type Labels = Answer<typeof labelsPath, "get">;
export type LabelChange = RequestOf<typeof labelsPath, "post">;

interface BlogRef {
  websiteId: string;
  collectionId: string;
}
interface ItemRef {
  websiteId: string;
  itemId: string;
}
export interface ItemFilter {
  q: string;
  status: ItemStatus;
  tag: string;
  category: string;
}
/** Status of the items of a list; empty for all. */
export type ItemStatus = "" | NonNullable<QueryOf<typeof listPath, "get">["status"]>;
/** Sort order of a list; empty for the default. */
export type ItemSort = "" | NonNullable<QueryOf<typeof listPath, "get">["sort"]>;

const list = { type: "Item", id: "LIST" } as const;
const labels = { type: "Item", id: "LABELS" } as const;

const itemsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listItems: build.infiniteQuery<ItemPage, BlogRef & { filter: ItemFilter; sort: ItemSort }, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (page) => (page.hasNextPage ? (page.nextPageCursor ?? undefined) : undefined),
      },
      query: ({ queryArg: { filter, sort, ...ref }, pageParam }) => ({
        path: pathTo(listPath, ref),
        query: { ...filter, sort, cursor: pageParam, limit: 25 },
      }),
      // Changing an item as a page invalidates the list too.
      providesTags: [list, { type: "Page", id: "LIST" }],
    }),
    createItem: build.mutation<Item, BlogRef & { title: string; urlId: string }>({
      query: ({ title, urlId, ...ref }) => ({ path: pathTo(listPath, ref), method: "POST", body: { title, urlId } }),
      invalidatesTags: (made) => (made ? [list] : []),
    }),
    arrangeItems: build.mutation<null, BlogRef & { items: string[]; orderVersion: string | null }>({
      query: ({ items, orderVersion, ...ref }) => ({
        path: pathTo(orderPath, ref),
        method: "PUT",
        body: { items },
        ...ifMatch(orderVersion),
      }),
      invalidatesTags: [list],
    }),
    getItem: build.query<Item, ItemRef>({
      query: (ref) => ({ path: pathTo(onePath, ref) }),
      providesTags: (_, __, { itemId }) => [
        { type: "Item", id: itemId },
        { type: "Page", id: `${itemId}/settings` },
      ],
    }),
    saveItem: build.mutation<Item, ItemRef & { revision: number; change: ItemChange }>({
      query: ({ revision, change, ...ref }) => ({
        path: pathTo(onePath, ref),
        method: "PUT",
        body: change,
        headers: { "If-Match": `"${revision}"` },
      }),
      async onQueryStarted({ websiteId, itemId }, { dispatch, queryFulfilled }) {
        const saved = await queryFulfilled.catch(() => null);
        if (saved) void dispatch(itemsApi.util.upsertQueryData("getItem", { websiteId, itemId }, saved.data));
      },
      invalidatesTags: (saved, _, { itemId }) =>
        saved ? [list, labels, { type: "Page", id: `${itemId}/settings` }] : [],
    }),
    listLabels: build.query<Labels, BlogRef>({
      query: (ref) => ({ path: pathTo(labelsPath, ref) }),
      providesTags: [labels],
    }),
    changeLabel: build.mutation<Labels, BlogRef & { change: LabelChange; version: string }>({
      query: ({ change, version, ...ref }) => ({
        path: pathTo(labelsPath, ref),
        method: "POST",
        body: change,
        ...ifMatch(version),
      }),
      invalidatesTags: (changed, error) => (changed || isVersionConflict(error) ? ["Item"] : []),
    }),
  }),
});

export const {
  useListItemsInfiniteQuery,
  useCreateItemMutation,
  useArrangeItemsMutation,
  useGetItemQuery,
  useSaveItemMutation,
  useListLabelsQuery,
  useChangeLabelMutation,
} = itemsApi;
