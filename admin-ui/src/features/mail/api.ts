import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer } from "@/shared/api/types";

const listPath = "/api/v1/websites/{websiteId}/mail";
const messagePath = "/api/v1/websites/{websiteId}/mail/{mailId}";

const previewsPath = "/api/v1/websites/{websiteId}/mail/previews";
const previewPath = "/api/v1/websites/{websiteId}/mail/previews/{letterKind}";
const sendPath = "/api/v1/websites/{websiteId}/mail/previews/{letterKind}/send";

type MailPage = Answer<typeof listPath, "get">;
export type MailSummary = MailPage["messages"][number];
export type MailMessage = Answer<typeof messagePath, "get">;
export type LetterKinds = Answer<typeof previewsPath, "get">;

interface PreviewRef {
  websiteId: string;
  letterKind: string;
  language: string;
}

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
    listPreviews: build.query<LetterKinds, { websiteId: string }>({
      query: (ref) => ({ path: pathTo(previewsPath, ref) }),
      // Currency and name of the site stand in the letters.
      providesTags: ["Settings"],
    }),
    readPreview: build.query<string, PreviewRef>({
      query: ({ language, ...ref }) => ({ path: pathTo(previewPath, ref), query: { language }, as: "text" }),
      providesTags: ["Settings"],
    }),
    sendPreview: build.mutation<unknown, PreviewRef>({
      query: ({ language, ...ref }) => ({ path: pathTo(sendPath, ref), method: "POST", body: { language } }),
      invalidatesTags: [{ type: "Mail", id: "LIST" }],
    }),
  }),
});

export const {
  useListMailInfiniteQuery,
  useGetMailQuery,
  useListPreviewsQuery,
  useReadPreviewQuery,
  useSendPreviewMutation,
} = mailApi;
