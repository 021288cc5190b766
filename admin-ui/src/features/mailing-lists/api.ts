import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, QueryOf } from "@/shared/api/types";

const summariesPath = "/api/v1/websites/{websiteId}/mailing-lists/summaries";
const onePath = "/api/v1/websites/{websiteId}/mailing-lists/{listId}";
const peoplePath = "/api/v1/websites/{websiteId}/mailing-lists/{listId}/subscribers";
const exportLinkPath = "/api/v1/websites/{websiteId}/mailing-lists/{listId}/export-link";

type SubscriberPage = Answer<typeof peoplePath, "get">;
export type ListSummary = Answer<typeof onePath, "get">;
export type Subscriber = SubscriberPage["subscribers"][number];
export type SubscriberFilter = Pick<QueryOf<typeof peoplePath, "get">, "state" | "query">;

interface ListRef {
  websiteId: string;
  listId: string;
}

const list = { type: "MailingList", id: "LIST" } as const;

const mailingListsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSummaries: build.query<ListSummary[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(summariesPath, ref) }),
      transformResponse: (answer: Answer<typeof summariesPath, "get">) => answer.mailingLists,
      providesTags: [list],
    }),
    getMailingList: build.query<ListSummary, ListRef>({
      query: (ref) => ({ path: pathTo(onePath, ref) }),
      providesTags: (_, __, { listId }) => [{ type: "MailingList", id: listId }],
    }),
    renameMailingList: build.mutation<ListSummary, ListRef & { name: string }>({
      query: ({ name, ...ref }) => ({ path: pathTo(onePath, ref), method: "PATCH", body: { name } }),
      invalidatesTags: (saved) => (saved ? [list, { type: "MailingList", id: saved.id }] : []),
    }),
    deleteMailingList: build.mutation<null, ListRef>({
      query: (ref) => ({ path: pathTo(onePath, ref), method: "DELETE" }),
      invalidatesTags: (_, error) => (error ? [] : [list]),
    }),
    listSubscribers: build.infiniteQuery<SubscriberPage, ListRef & { filter: SubscriberFilter }, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (page) => (page.hasNextPage ? (page.nextPageCursor ?? undefined) : undefined),
      },
      query: ({ queryArg: { filter, ...ref }, pageParam }) => ({
        path: pathTo(peoplePath, ref),
        query: { ...filter, cursor: pageParam },
      }),
      providesTags: (_, __, { listId }) => [{ type: "MailingList", id: listId }],
    }),
    removeSubscriber: build.mutation<null, ListRef & { email: string }>({
      query: ({ email, ...ref }) => ({ path: pathTo(peoplePath, ref), method: "DELETE", body: { email } }),
      invalidatesTags: (_, error, { listId }) => (error ? [] : [list, { type: "MailingList", id: listId }]),
    }),
    /** A link that downloads the subscribers as CSV. */
    linkToSubscribers: build.mutation<Answer<typeof exportLinkPath, "post">, ListRef>({
      query: (ref) => ({ path: pathTo(exportLinkPath, ref), method: "POST" }),
    }),
  }),
});

export const {
  useListSummariesQuery,
  useGetMailingListQuery,
  useRenameMailingListMutation,
  useDeleteMailingListMutation,
  useListSubscribersInfiniteQuery,
  useRemoveSubscriberMutation,
  useLinkToSubscribersMutation,
} = mailingListsApi;
