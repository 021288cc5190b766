import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, QueryOf, RequestOf } from "@/shared/api/types";
import type { FormatRef } from "@/shared/plugins/formats-api";

const listPath = "/api/v1/websites/{websiteId}/inventory";
const onePath = "/api/v1/websites/{websiteId}/inventory/{variantId}";
const adjustPath = "/api/v1/websites/{websiteId}/inventory/{variantId}/adjust";
const changesPath = "/api/v1/websites/{websiteId}/stock-changes";
const manyPath = "/api/v1/websites/{websiteId}/inventory/changes";
const csvPath = "/api/v1/websites/{websiteId}/inventory.csv";
const formatFilePath = "/api/v1/websites/{websiteId}/catalogue-formats/{pluginId}/{format}/file";
const formatRowsPath = "/api/v1/websites/{websiteId}/catalogue-formats/{pluginId}/{format}/rows";
const sheetPath = "/api/v1/websites/{websiteId}/inventory/sheet";

type InventoryPage = Answer<typeof listPath, "get">;
type StockChangePage = Answer<typeof changesPath, "get">;
export type StockLevel = Answer<typeof onePath, "get">;
export type StockChange = StockChangePage["changes"][number];
export type Adjustment = RequestOf<typeof adjustPath, "post">;
export type NewLevel = RequestOf<typeof onePath, "put">;
export type ManyChanges = RequestOf<typeof manyPath, "post">;
export type StockLine = ManyChanges["lines"][number];
export type ChangedLine = Answer<typeof manyPath, "post">["lines"][number];
export type StockSheet = Answer<typeof sheetPath, "post">;
export type SheetLine = StockSheet["changes"][number];

export interface InventoryFilter {
  websiteId: string;
  query: string;
  low: boolean;
  sort?: NonNullable<QueryOf<typeof listPath, "get">["sort"]>;
  descending?: boolean;
}

interface VariantRef {
  websiteId: string;
  variantId: string;
}

const nextPage = (page: { hasNextPage: boolean; nextPageCursor?: string | null }) =>
  page.hasNextPage ? (page.nextPageCursor ?? undefined) : undefined;

const changed = (saved: StockLevel | undefined) =>
  saved
    ? [
        { type: "Stock" as const, id: "LIST" },
        { type: "Stock" as const, id: saved.variantId },
        { type: "Product" as const, id: "LIST" },
      ]
    : [];

const inventoryApi = api.injectEndpoints({
  endpoints: (build) => ({
    listInventory: build.infiniteQuery<InventoryPage, InventoryFilter, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: nextPage },
      query: ({ queryArg: { websiteId, low, ...wanted }, pageParam }) => ({
        path: pathTo(listPath, { websiteId }),
        query: { ...wanted, low: low ? true : undefined, cursor: pageParam, limit: 50 },
      }),
      providesTags: [{ type: "Stock", id: "LIST" }],
    }),
    getStockLevel: build.query<StockLevel, VariantRef>({
      query: (ref) => ({ path: pathTo(onePath, ref) }),
      providesTags: (_, __, { variantId }) => [{ type: "Stock", id: variantId }],
    }),
    listStockChanges: build.infiniteQuery<StockChangePage, VariantRef, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: nextPage },
      query: ({ queryArg: { websiteId, variantId }, pageParam }) => ({
        path: pathTo(changesPath, { websiteId }),
        query: { variantId, cursor: pageParam, limit: 50 },
      }),
      providesTags: (_, __, { variantId }) => [{ type: "Stock", id: variantId }],
    }),
    adjustStock: build.mutation<StockLevel, VariantRef & { adjustment: Adjustment }>({
      query: ({ adjustment, ...ref }) => ({ path: pathTo(adjustPath, ref), method: "POST", body: adjustment }),
      invalidatesTags: changed,
    }),
    setStock: build.mutation<StockLevel, VariantRef & { revision: number; level: NewLevel }>({
      query: ({ revision, level, ...ref }) => ({
        path: pathTo(onePath, ref),
        method: "PUT",
        body: level,
        headers: { "If-Match": `"${revision}"` },
      }),
      invalidatesTags: changed,
    }),
    changeManyStocks: build.mutation<ChangedLine[], { websiteId: string; changes: ManyChanges }>({
      query: ({ changes, ...ref }) => ({ path: pathTo(manyPath, ref), method: "POST", body: changes }),
      transformResponse: (answer: Answer<typeof manyPath, "post">) => answer.lines,
      // Invalidates everything whatever the result: a request whose response was lost may have changed something.
      invalidatesTags: ["Stock", { type: "Product", id: "LIST" }],
    }),
    /** Returns an object URL of the file. */
    exportStock: build.mutation<string, InventoryFilter>({
      query: ({ websiteId, query, low }) => ({
        path: pathTo(csvPath, { websiteId }),
        query: { query, low: low ? true : undefined },
        as: "file",
      }),
    }),
    checkStockSheet: build.mutation<StockSheet, { websiteId: string; file: Blob }>({
      query: ({ file, ...ref }) => ({ path: pathTo(sheetPath, ref), method: "POST", file }),
    }),
    /** Returns an object URL of the file. */
    exportCatalogueFile: build.mutation<string, FormatRef>({
      query: (ref) => ({ path: pathTo(formatFilePath, ref), as: "file" }),
    }),
    checkCatalogueFile: build.mutation<StockSheet, FormatRef & { file: Blob; language: string }>({
      query: ({ file, language, ...ref }) => ({
        path: pathTo(formatRowsPath, ref),
        method: "POST",
        file,
        headers: { "Accept-Language": language },
      }),
    }),
  }),
});

export const {
  useListInventoryInfiniteQuery,
  useGetStockLevelQuery,
  useListStockChangesInfiniteQuery,
  useAdjustStockMutation,
  useSetStockMutation,
  useChangeManyStocksMutation,
  useExportStockMutation,
  useCheckStockSheetMutation,
  useExportCatalogueFileMutation,
  useCheckCatalogueFileMutation,
} = inventoryApi;
