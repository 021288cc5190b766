import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer } from "@/shared/api/types";

const listPath = "/api/v1/websites/{websiteId}/mail";
const messagePath = "/api/v1/websites/{websiteId}/mail/{mailId}";

type MailPage = Answer<typeof listPath, "get">;
export type MailSummary = MailPage["messages"][number];
export type MailMessage = Answer<typeof messagePath, "get">;

const mailApi = api.injectEndpoints({
  endpoints: (build) => ({
    listMail: build.infiniteQuery<MailPage, { websiteId: string }, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (page) => (page.hasNextPage ? (page.nextPageCursor ?? undefined) : undefined),
      },
      query: ({ queryArg, pageParam }) => ({ path: pathTo(listPath, queryArg), query: { cursor: pageParam, limit: 25 } }),
      providesTags: [{ type: "Mail", id: "LIST" }],
    }),
    getMail: build.query<MailMessage, { websiteId: string; mailId: string }>({
      query: (ref) => ({ path: pathTo(messagePath, ref) }),
      providesTags: (_, __, { mailId }) => [{ type: "Mail", id: mailId }],
    }),
  }),
});

export const { useListMailInfiniteQuery, useGetMailQuery } = mailApi;
