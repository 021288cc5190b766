import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, QueryOf, RequestOf } from "@/shared/api/types";

const groupsPath = "/api/site-users/account/notifications/restock/groups";
const signUpsPath = "/api/site-users/account/notifications/restock";
const sendPath = "/api/site-users/account/notifications/restock/send";
const sendAllPath = "/api/site-users/account/notifications/restock/send/all";

type GroupPage = Answer<typeof groupsPath, "get">;
export type GroupFilter = Omit<QueryOf<typeof groupsPath, "get">, "cursor" | "limit" | "variantId" | "back">;
export type SignUpFilter = Omit<QueryOf<typeof signUpsPath, "get">, "cursor" | "limit" | "variantId" | "productId">;
type SignUpPage = Answer<typeof signUpsPath, "get">;
export type SignUpGroup = GroupPage["signUpGroups"][number];
export type SignUp = SignUpPage["signUps"][number];
export type SendRequest = RequestOf<typeof sendPath, "post">;

interface OneVariant {
  websiteId: string;
  productId: string;
  variantId: string;
}

/** These endpoints take the site in a header. */
const site = (websiteId: string) => ({ "X-Website-Id": websiteId });

const nextPage = (page: { hasNextPage: boolean; nextPageCursor?: string | null }) =>
  page.hasNextPage ? (page.nextPageCursor ?? undefined) : undefined;

const changedBySending = [
  { type: "Restock" as const, id: "LIST" },
  { type: "Stock" as const, id: "LIST" },
  { type: "Mail" as const, id: "LIST" },
];

const restockApi = api.enhanceEndpoints({ addTagTypes: ["Restock"] }).injectEndpoints({
  endpoints: (build) => ({
    listSignUpGroups: build.infiniteQuery<GroupPage, { websiteId: string; filter: GroupFilter }, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: nextPage },
      query: ({ queryArg: { websiteId, filter }, pageParam }) => ({
        path: pathTo(groupsPath, {}),
        query: { ...filter, cursor: pageParam, limit: 50 },
        headers: site(websiteId),
      }),
      providesTags: [{ type: "Restock", id: "LIST" }],
    }),
    /** The back-in-stock requests for one variant; null if there are none. */
    getSignUpGroup: build.query<SignUpGroup | null, { websiteId: string; variantId: string }>({
      query: ({ websiteId, variantId }) => ({
        path: pathTo(groupsPath, {}),
        query: { variantId },
        headers: site(websiteId),
      }),
      transformResponse: (page: GroupPage) => page.signUpGroups[0] ?? null,
      providesTags: [{ type: "Restock", id: "LIST" }],
    }),
    /** All groups that are back in stock; loads all pages. */
    listGroupsBack: build.query<SignUpGroup[], { websiteId: string }>({
      async queryFn({ websiteId }, _api, _extra, call) {
        const groups: SignUpGroup[] = [];
        let cursor: string | null = null;
        do {
          const answer = await call({
            path: pathTo(groupsPath, {}),
            query: { back: true, cursor, limit: 200 },
            headers: site(websiteId),
          });
          if (answer.error) return { error: answer.error };
          const page = answer.data as GroupPage;
          groups.push(...page.signUpGroups);
          cursor = page.hasNextPage ? (page.nextPageCursor ?? null) : null;
        } while (cursor !== null);
        return { data: groups };
      },
      providesTags: [{ type: "Restock", id: "LIST" }],
    }),
    listSignUps: build.infiniteQuery<SignUpPage, OneVariant & { filter: SignUpFilter }, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: nextPage },
      query: ({ queryArg: { websiteId, productId, variantId, filter }, pageParam }) => ({
        path: pathTo(signUpsPath, {}),
        query: { ...filter, productId, variantId, cursor: pageParam, limit: 50 },
        headers: site(websiteId),
      }),
      providesTags: [{ type: "Restock", id: "LIST" }],
    }),
    sendNotices: build.mutation<Answer<typeof sendPath, "post">, OneVariant>({
      query: ({ websiteId, ...body }) => ({
        path: pathTo(sendPath, {}),
        method: "POST",
        body,
        headers: site(websiteId),
      }),
      invalidatesTags: changedBySending,
    }),
    sendAllNotices: build.mutation<
      Answer<typeof sendAllPath, "post">,
      { websiteId: string; sendRequests: SendRequest[] }
    >({
      query: ({ websiteId, ...body }) => ({
        path: pathTo(sendAllPath, {}),
        method: "POST",
        body,
        headers: site(websiteId),
      }),
      invalidatesTags: changedBySending,
    }),
  }),
});

export const {
  useListSignUpGroupsInfiniteQuery,
  useGetSignUpGroupQuery,
  useListGroupsBackQuery,
  useListSignUpsInfiniteQuery,
  useSendNoticesMutation,
  useSendAllNoticesMutation,
} = restockApi;
