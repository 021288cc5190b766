import { api } from "@/shared/api/base-api";
import type { AppDispatch } from "@/shared/api/dispatch";
import { pathTo } from "@/shared/api/path";
import type { Answer, RequestOf } from "@/shared/api/types";

const pagePath = "/api/v1/websites/{websiteId}/pages/{pageId}";
const publishPath = "/api/v1/websites/{websiteId}/pages/{pageId}/publish";
const discardPath = "/api/v1/websites/{websiteId}/pages/{pageId}/discard";
const previewPath = "/api/v1/websites/{websiteId}/pages/{pageId}/preview";
const materialPath = "/api/v1/websites/{websiteId}/pages/{pageId}/material";
const kindsPath = "/api/v1/websites/{websiteId}/block-kinds";
const collectionsPath = "/api/content-service/product/1.1/websites/{websiteId}/products";
const itemsPath = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items";
const pagesPath = "/api/v1/websites/{websiteId}/pages";

export type Page = Answer<typeof pagePath, "get">;
export type PageChange = RequestOf<typeof pagePath, "put">;
export type Preview = Answer<typeof previewPath, "post">;
export type TemplateError = Preview["errors"][number];
export type BlockKind = Answer<typeof kindsPath, "get">["blockKinds"][number];

export interface PageRef {
  websiteId: string;
  pageId: string;
}

/** Something a block can point to: a collection or a product. */
export interface Target {
  id: string;
  name: string;
}

const editorApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPage: build.query<Page, PageRef>({
      query: (ref) => ({ path: pathTo(pagePath, ref) }),
      providesTags: (_, __, { pageId }) => [{ type: "Page", id: pageId }],
    }),
    savePage: build.mutation<Page, PageRef & { revision: number; change: PageChange }>({
      query: ({ revision, change, ...ref }) => ({
        path: pathTo(pagePath, ref),
        method: "PUT",
        body: change,
        headers: { "If-Match": `"${revision}"` },
      }),
      onQueryStarted: ({ websiteId, pageId }, helpers) => rememberPage({ websiteId, pageId }, helpers),
      invalidatesTags: [{ type: "Page", id: "LIST" }],
    }),
    publishPage: build.mutation<Page, PageRef & { revision: number }>({
      query: ({ revision, ...ref }) => ({ path: pathTo(publishPath, ref), method: "POST", body: { revision } }),
      onQueryStarted: ({ websiteId, pageId }, helpers) => rememberPage({ websiteId, pageId }, helpers),
      invalidatesTags: [{ type: "Page", id: "LIST" }],
    }),
    discardDraft: build.mutation<Page, PageRef>({
      query: (ref) => ({ path: pathTo(discardPath, ref), method: "POST" }),
      onQueryStarted: (ref, helpers) => rememberPage(ref, helpers),
      invalidatesTags: [{ type: "Page", id: "LIST" }],
    }),
    previewPage: build.mutation<Preview, PageRef & { document: Page["document"] }>({
      query: ({ document, ...ref }) => ({ path: pathTo(previewPath, ref), method: "POST", body: { document } }),
    }),
    // A mutation, so that nothing old is shown: the browser keeps the answer and asks whether it has changed.
    loadPageMaterial: build.mutation<string, PageRef>({
      query: (ref) => ({ path: pathTo(materialPath, ref), as: "text" }),
    }),
    listBlockKinds: build.query<BlockKind[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(kindsPath, ref) }),
      transformResponse: (answer: Answer<typeof kindsPath, "get">) => answer.blockKinds,
      providesTags: [{ type: "BlockKind", id: "LIST" }],
    }),
    listCollectionTargets: build.query<Target[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(pagesPath, ref) }),
      transformResponse: (answer: Answer<typeof pagesPath, "get">) =>
        answer.pages.filter(({ kind }) => kind !== "page").map(({ id, title }) => ({ id, name: title })),
      providesTags: [{ type: "Page", id: "LIST" }],
    }),
    listProductTargets: build.query<Target[], { websiteId: string }>({
      async queryFn({ websiteId }, _api, _extra, call) {
        const collections = await call({ path: pathTo(collectionsPath, { websiteId }) });
        if (collections.error) return { error: collections.error };
        const targets: Target[] = [];
        for (const { id } of (collections.data as Answer<typeof collectionsPath, "get">).collections) {
          const items = await call({ path: pathTo(itemsPath, { websiteId, collectionId: id }), query: { limit: 100 } });
          if (items.error) return { error: items.error };
          targets.push(...(items.data as Answer<typeof itemsPath, "get">).items.map((item) => ({ id: item.id, name: item.name })));
        }
        return { data: targets };
      },
      providesTags: [{ type: "Product", id: "LIST" }],
    }),
  }),
});

interface Helpers {
  dispatch: AppDispatch;
  queryFulfilled: Promise<{ data: Page }>;
}

/** The page in the answer is the newest: it replaces the cached one without another request. */
async function rememberPage(ref: PageRef, { dispatch, queryFulfilled }: Helpers): Promise<void> {
  const saved = await queryFulfilled.catch(() => null);
  if (saved !== null) await dispatch(editorApi.util.upsertQueryData("getPage", ref, saved.data));
}

export const {
  useGetPageQuery,
  useSavePageMutation,
  usePublishPageMutation,
  useDiscardDraftMutation,
  usePreviewPageMutation,
  useLoadPageMaterialMutation,
  useListBlockKindsQuery,
  useListCollectionTargetsQuery,
  useListProductTargetsQuery,
} = editorApi;
