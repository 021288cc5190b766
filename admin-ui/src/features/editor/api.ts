import { api } from "@/shared/api/base-api";
import type { AppDispatch } from "@/shared/api/dispatch";
import { pathTo } from "@/shared/api/path";
import { ifMatch, isVersionConflict } from "@/shared/api/if-match";
import type { Answer, RequestOf } from "@/shared/api/types";
import { kindsInWords } from "./kinds-in-words";
import type { Known } from "./sync/known";

const pagePath = "/api/v1/websites/{websiteId}/pages/{pageId}";
const publishPath = "/api/v1/websites/{websiteId}/pages/{pageId}/publish";
const statusPath = "/api/v1/websites/{websiteId}/pages/{pageId}/status";
const discardPath = "/api/v1/websites/{websiteId}/pages/{pageId}/discard";
const blockSettingsPath = "/api/v1/websites/{websiteId}/pages/{pageId}/block-settings";
const previewPath = "/api/v1/websites/{websiteId}/pages/{pageId}/preview";
const materialPath = "/api/v1/websites/{websiteId}/pages/{pageId}/material";
const operationsPath = "/api/v1/websites/{websiteId}/pages/{pageId}/operations";
const ownOperationsPath = "/api/v1/websites/{websiteId}/pages/{pageId}/operations/own";
const historyPath = "/api/v1/websites/{websiteId}/pages/{pageId}/history";
const versionPath = "/api/v1/websites/{websiteId}/pages/{pageId}/history/{seq}";
const restorePath = "/api/v1/websites/{websiteId}/pages/{pageId}/history/{seq}/restore";
const namePath = "/api/v1/websites/{websiteId}/pages/{pageId}/history/{seq}/name";
const languagesPath = "/api/multilingual/languages";
const kindsPath = "/api/v1/websites/{websiteId}/block-kinds";
const collectionsPath = "/api/content-service/product/1.1/websites/{websiteId}/products";
const itemsPath = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items";
const pagesPath = "/api/v1/websites/{websiteId}/pages";

export type Page = Answer<typeof pagePath, "get">;
export type StatusChange = RequestOf<typeof statusPath, "put">;
export type StepsToSend = RequestOf<typeof operationsPath, "post">;
export type StepsTold = Answer<typeof operationsPath, "get">;
type OwnSteps = Answer<typeof ownOperationsPath, "get">;
type PageHistory = Answer<typeof historyPath, "get">;
export type HistoryEntry = PageHistory["entries"][number];
export type PageVersion = Answer<typeof versionPath, "get">;
export type Preview = Answer<typeof previewPath, "post">;
export type TemplateError = Preview["errors"][number];
export type SiteLanguage = Answer<typeof languagesPath, "get">["languages"][number];
export type BlockKind = Answer<typeof kindsPath, "get">["blockKinds"][number];

export interface PageRef {
  websiteId: string;
  pageId: string;
}

/** A collection or product that a block can refer to. */
export interface Target {
  id: string;
  name: string;
  /** Kind of page; null for products. */
  kind: string | null;
}

/** Timeout of the sync requests of an open page, in milliseconds; after it the server counts as unreachable. */
const answerWithin = 20_000;

export const editorApi = api.enhanceEndpoints({ addTagTypes: ["PageHistory"] }).injectEndpoints({
  endpoints: (build) => ({
    getPage: build.query<Page, PageRef>({
      query: (ref) => ({ path: pathTo(pagePath, ref) }),
      providesTags: (_, __, { pageId }) => [{ type: "Page", id: pageId }],
    }),
    // Mutations, so that each request is made: the log is not cached, the session holds it.
    sendSteps: build.mutation<StepsTold, PageRef & { body: StepsToSend }>({
      query: ({ body, ...ref }) => ({ path: pathTo(operationsPath, ref), method: "POST", body, within: answerWithin }),
    }),
    hearSteps: build.mutation<StepsTold, PageRef & { query: Known & { wait: number } }>({
      query: ({ query, ...ref }) => ({
        path: pathTo(operationsPath, ref),
        query,
        within: query.wait * 1000 + answerWithin,
      }),
    }),
    listOwnSteps: build.mutation<OwnSteps, PageRef>({
      query: (ref) => ({ path: pathTo(ownOperationsPath, ref), within: answerWithin }),
    }),
    getPageHistory: build.infiniteQuery<PageHistory, PageRef, number | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ next }) => next ?? undefined },
      query: ({ queryArg, pageParam }) => ({
        path: pathTo(historyPath, queryArg),
        query: pageParam === null ? {} : { before: pageParam },
      }),
      keepUnusedDataFor: 0,
      providesTags: (_, __, { pageId }) => [{ type: "PageHistory", id: pageId }],
    }),
    getPageVersion: build.query<PageVersion, PageRef & { seq: number }>({
      query: ({ seq, ...ref }) => ({ path: pathTo(versionPath, { ...ref, seq: String(seq) }) }),
    }),
    restoreVersion: build.mutation<Page, PageRef & { seq: number }>({
      query: ({ seq, ...ref }) => ({ path: pathTo(restorePath, { ...ref, seq: String(seq) }), method: "POST" }),
      onQueryStarted: ({ websiteId, pageId }, helpers) => cachePage({ websiteId, pageId }, helpers),
      invalidatesTags: (_, __, { pageId }) => [
        { type: "PageHistory", id: pageId },
        { type: "Page", id: "LIST" },
      ],
    }),
    nameVersion: build.mutation<unknown, PageRef & { seq: number; name: string }>({
      query: ({ seq, name, ...ref }) => ({
        path: pathTo(namePath, { ...ref, seq: String(seq) }),
        method: "POST",
        body: { name },
      }),
      invalidatesTags: (_, __, { pageId }) => [{ type: "PageHistory", id: pageId }],
    }),
    publishPage: build.mutation<Page, PageRef & { revision: number }>({
      query: ({ revision, ...ref }) => ({ path: pathTo(publishPath, ref), method: "POST", body: { revision } }),
      onQueryStarted: ({ websiteId, pageId }, helpers) => cachePage({ websiteId, pageId }, helpers),
      invalidatesTags: [{ type: "Page", id: "LIST" }],
    }),
    // Sends the page version as If-Match: a change that another user made meanwhile is not undone by mistake.
    changeStatus: build.mutation<unknown, PageRef & { standing: string; change: StatusChange }>({
      query: ({ standing, change, ...ref }) => ({
        path: pathTo(statusPath, ref),
        method: "PUT",
        body: change,
        ...ifMatch(standing),
      }),
      invalidatesTags: (_, error, { pageId }) =>
        error === undefined || isVersionConflict(error)
          ? [
              { type: "Page", id: pageId },
              { type: "Page", id: "LIST" },
              { type: "Page", id: `${pageId}/settings` },
            ]
          : [],
    }),
    discardDraft: build.mutation<Page, PageRef>({
      query: (ref) => ({ path: pathTo(discardPath, ref), method: "POST" }),
      onQueryStarted: (ref, helpers) => cachePage(ref, helpers),
      invalidatesTags: [{ type: "Page", id: "LIST" }],
    }),
    /** The changed settings come as a step of the log. */
    takeOverBlockSettings: build.mutation<Answer<typeof blockSettingsPath, "post">, PageRef>({
      query: (ref) => ({ path: pathTo(blockSettingsPath, ref), method: "POST", within: answerWithin }),
    }),
    previewPage: build.mutation<Preview, PageRef & { document: Page["document"]; language: string | null }>({
      query: ({ document, language, ...ref }) => ({
        path: pathTo(previewPath, ref),
        method: "POST",
        query: { language: language ?? undefined },
        body: { document },
      }),
    }),
    // A mutation, so that RTK Query does not cache it; the browser cache revalidates by ETag.
    loadPageMaterial: build.mutation<string, PageRef & { language: string | null }>({
      query: ({ language, ...ref }) => ({
        path: pathTo(materialPath, ref),
        query: { language: language ?? undefined },
        as: "text",
      }),
    }),
    /** The languages of the site, the primary one first. */
    listSiteLanguages: build.query<SiteLanguage[], { websiteId: string }>({
      query: ({ websiteId }) => ({ path: languagesPath, headers: { "X-Website-Id": websiteId } }),
      transformResponse: (answer: Answer<typeof languagesPath, "get">) =>
        answer.languages.toSorted((one, other) => Number(other.isPrimary) - Number(one.isPrimary)),
      providesTags: ["Settings"],
    }),
    /** In the language that is shown. */
    listBlockKinds: build.query<BlockKind[], { websiteId: string; language: string }>({
      query: ({ websiteId }) => ({ path: pathTo(kindsPath, { websiteId }) }),
      transformResponse: (answer: Answer<typeof kindsPath, "get">) => kindsInWords(answer.blockKinds),
      providesTags: [{ type: "BlockKind", id: "LIST" }],
    }),
    listCollectionTargets: build.query<Target[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(pagesPath, ref) }),
      transformResponse: (answer: Answer<typeof pagesPath, "get">) =>
        answer.pages.map(({ id, title, kind }) => ({ id, name: title, kind })),
      providesTags: [{ type: "Page", id: "LIST" }],
    }),
    listProductTargets: build.query<Target[], { websiteId: string }>({
      async queryFn({ websiteId }, _api, _extra, call) {
        const collections = await call({ path: pathTo(collectionsPath, { websiteId }) });
        if (collections.error) return { error: collections.error };
        const targets: Target[] = [];
        for (const { id } of (collections.data as Answer<typeof collectionsPath, "get">).collections) {
          const items = await call({ path: pathTo(itemsPath, { websiteId, collectionId: id }), query: { limit: 200 } });
          if (items.error) return { error: items.error };
          targets.push(
            ...(items.data as Answer<typeof itemsPath, "get">).items.map((item) => ({
              id: item.id,
              name: item.name,
              kind: null,
            })),
          );
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

/** Replaces the cached page with the one in the response, without another request. */
async function cachePage(ref: PageRef, { dispatch, queryFulfilled }: Helpers): Promise<void> {
  const saved = await queryFulfilled.catch(() => null);
  if (saved !== null) await dispatch(editorApi.util.upsertQueryData("getPage", ref, saved.data));
}

/**
 * Updates the cached page to what the editor has saved. While the draft is at the revision of the last response, the
 * server's flag for unpublished changes is kept: it also covers settings outside the draft.
 */
export function updateCachedPage(ref: PageRef, saved: Partial<Page> & { revision: number }) {
  return editorApi.util.updateQueryData("getPage", ref, (page) => ({
    ...page,
    ...saved,
    hasUnpublishedChanges:
      page.revision === saved.revision ? page.hasUnpublishedChanges : page.publishedRevision !== saved.revision,
  }));
}

export const {
  useGetPageQuery,
  useLazyGetPageQuery,
  useSendStepsMutation,
  useGetPageHistoryInfiniteQuery,
  useGetPageVersionQuery,
  useRestoreVersionMutation,
  useNameVersionMutation,
  usePublishPageMutation,
  useChangeStatusMutation,
  useDiscardDraftMutation,
  useTakeOverBlockSettingsMutation,
  usePreviewPageMutation,
  useLoadPageMaterialMutation,
  useListSiteLanguagesQuery,
  useListBlockKindsQuery,
  useListCollectionTargetsQuery,
  useListProductTargetsQuery,
} = editorApi;
