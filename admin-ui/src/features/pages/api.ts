import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import { ifMatch, isVersionConflict } from "@/shared/api/if-match";
import type { Answer, RequestOf } from "@/shared/api/types";

const listPath = "/api/v1/websites/{websiteId}/pages";
const onePath = "/api/v1/websites/{websiteId}/pages/{pageId}";
const settingsPath = "/api/v1/websites/{websiteId}/pages/{pageId}/settings";
const statusPath = "/api/v1/websites/{websiteId}/pages/{pageId}/status";
const duplicatePath = "/api/v1/websites/{websiteId}/pages/{pageId}/duplicate";
const homePath = "/api/v1/websites/{websiteId}/pages/{pageId}/home";
const publishPath = "/api/v1/websites/{websiteId}/pages/{pageId}/publish";
const trashPath = "/api/v1/websites/{websiteId}/page-trash";
const trashedPath = "/api/v1/websites/{websiteId}/page-trash/{trashedPageId}";
const restorePath = "/api/v1/websites/{websiteId}/page-trash/{trashedPageId}/restore";

export type PageSummary = Answer<typeof listPath, "get">["pages"][number];
export type NewPage = RequestOf<typeof listPath, "post">;
export type PageSettings = Answer<typeof settingsPath, "get">;
export type PageSettingsChange = RequestOf<typeof settingsPath, "put">;
export type PageStatusChange = RequestOf<typeof statusPath, "put">;
export type TrashedPage = Answer<typeof trashPath, "get">["pages"][number];

export interface PageRef {
  websiteId: string;
  pageId: string;
}
/** A page with the version on which a change is based. */
interface SeenPage extends PageRef {
  standing: string;
}
interface TrashedRef {
  websiteId: string;
  trashedPageId: string;
}

const list = { type: "Page", id: "LIST" } as const;
const trash = { type: "Page", id: "TRASH" } as const;
const layout = { type: "Navigation", id: "LAYOUT" } as const;
const settingsOf = (pageId: string) => ({ type: "Page", id: `${pageId}/settings` }) as const;

const pagesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPages: build.query<PageSummary[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(listPath, ref) }),
      transformResponse: (answer: Answer<typeof listPath, "get">) => answer.pages,
      providesTags: [list],
    }),
    createPage: build.mutation<PageSettings, { websiteId: string; page: NewPage }>({
      query: ({ page, ...ref }) => ({ path: pathTo(listPath, ref), method: "POST", body: page }),
      invalidatesTags: (made) => (made ? [list, layout] : []),
    }),
    getPageSettings: build.query<PageSettings, PageRef>({
      query: (ref) => ({ path: pathTo(settingsPath, ref) }),
      providesTags: (_, __, { pageId }) => [settingsOf(pageId)],
    }),
    savePageSettings: build.mutation<PageSettings, PageRef & { revision: number; change: PageSettingsChange }>({
      query: ({ revision, change, ...ref }) => ({
        path: pathTo(settingsPath, ref),
        method: "PUT",
        body: change,
        headers: { "If-Match": `"${revision}"` },
      }),
      async onQueryStarted({ websiteId, pageId }, { dispatch, queryFulfilled }) {
        const saved = await queryFulfilled.catch(() => null);
        if (saved) void dispatch(pagesApi.util.upsertQueryData("getPageSettings", { websiteId, pageId }, saved.data));
      },
      invalidatesTags: (saved) => (saved ? [list] : []),
    }),
    publishPageDraft: build.mutation<null, PageRef>({
      // Whatever the current draft is: the settings are part of it.
      queryFn: async (ref, _, __, send) => {
        const read = await send({ path: pathTo(onePath, ref) });
        if (read.error !== undefined) return { error: read.error };
        const { revision } = read.data as Answer<typeof onePath, "get">;
        const published = await send({ path: pathTo(publishPath, ref), method: "POST", body: { revision } });
        return published.error === undefined ? { data: null } : { error: published.error };
      },
      invalidatesTags: (_, error, { pageId }) => (error ? [] : [list, settingsOf(pageId)]),
    }),
    setPageStatus: build.mutation<PageSettings, SeenPage & { change: PageStatusChange }>({
      query: ({ change, standing, ...ref }) => ({
        path: pathTo(statusPath, ref),
        method: "PUT",
        body: change,
        ...ifMatch(standing),
      }),
      invalidatesTags: (saved, error, { pageId }) =>
        saved || isVersionConflict(error) ? [list, settingsOf(pageId)] : [],
    }),
    duplicatePage: build.mutation<PageSettings, PageRef>({
      query: (ref) => ({ path: pathTo(duplicatePath, ref), method: "POST" }),
      invalidatesTags: (made) => (made ? [list, layout] : []),
    }),
    makeHomePage: build.mutation<PageSettings, SeenPage>({
      query: ({ standing, ...ref }) => ({ path: pathTo(homePath, ref), method: "POST", ...ifMatch(standing) }),
      invalidatesTags: (_, error, { pageId }) => (error && !isVersionConflict(error) ? [] : [list, settingsOf(pageId)]),
    }),
    deletePage: build.mutation<null, SeenPage>({
      query: ({ standing, ...ref }) => ({ path: pathTo(onePath, ref), method: "DELETE", ...ifMatch(standing) }),
      invalidatesTags: (_, error, { pageId }) => {
        if (error === undefined) return [list, trash, layout];
        return isVersionConflict(error) ? [list, settingsOf(pageId)] : [];
      },
    }),
    listTrash: build.query<TrashedPage[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(trashPath, ref) }),
      transformResponse: (answer: Answer<typeof trashPath, "get">) => answer.pages,
      providesTags: [trash],
    }),
    restorePage: build.mutation<PageSettings, TrashedRef>({
      query: (ref) => ({ path: pathTo(restorePath, ref), method: "POST" }),
      invalidatesTags: (_, error) => (error ? [] : [list, trash, layout]),
    }),
    purgePage: build.mutation<null, TrashedRef>({
      query: (ref) => ({ path: pathTo(trashedPath, ref), method: "DELETE" }),
      invalidatesTags: (_, error) => (error ? [] : [trash]),
    }),
  }),
});

export const {
  useListPagesQuery,
  useCreatePageMutation,
  useGetPageSettingsQuery,
  useSavePageSettingsMutation,
  usePublishPageDraftMutation,
  useSetPageStatusMutation,
  useDuplicatePageMutation,
  useMakeHomePageMutation,
  useDeletePageMutation,
  useListTrashQuery,
  useRestorePageMutation,
  usePurgePageMutation,
} = pagesApi;
