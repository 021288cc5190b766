import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, QueryOf } from "@/shared/api/types";

const listPath = "/api/v1/websites/{websiteId}/mail";
const messagePath = "/api/v1/websites/{websiteId}/mail/{mailId}";

const unsentPath = "/api/v1/websites/{websiteId}/mail/unsent";
const allAgainPath = "/api/v1/websites/{websiteId}/mail/send-again";
const againPath = "/api/v1/websites/{websiteId}/mail/{mailId}/send-again";

const previewsPath = "/api/v1/websites/{websiteId}/mail/previews";
const previewPath = "/api/v1/websites/{websiteId}/mail/previews/{emailKind}";
const sendPath = "/api/v1/websites/{websiteId}/mail/previews/{emailKind}/send";

const textsPath = "/api/v1/websites/{websiteId}/mail/texts/{emailKind}/{language}";
const draftPath = "/api/v1/websites/{websiteId}/mail/texts/{emailKind}/{language}/preview";
const cartRemindersPath = "/api/v1/websites/{websiteId}/cart-reminders";

type MailPage = Answer<typeof listPath, "get">;
export type MailSummary = MailPage["messages"][number];
export type MailFilter = Omit<QueryOf<typeof listPath, "get">, "cursor" | "limit">;
export type MailMessage = Answer<typeof messagePath, "get">;
export type UnsentMail = Answer<typeof unsentPath, "get">;
export type EmailKinds = Answer<typeof previewsPath, "get">;

export type EmailTexts = Answer<typeof textsPath, "get">;
export type EmailText = EmailTexts["text"];

interface PreviewRef {
  websiteId: string;
  emailKind: string;
  language: string;
}

const mailApi = api.enhanceEndpoints({ addTagTypes: ["EmailTexts"] }).injectEndpoints({
  endpoints: (build) => ({
    listMail: build.infiniteQuery<MailPage, { websiteId: string; filter: MailFilter }, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (page) => (page.hasNextPage ? (page.nextPageCursor ?? undefined) : undefined),
      },
      query: ({ queryArg: { filter, ...ref }, pageParam }) => ({
        path: pathTo(listPath, ref),
        query: { ...filter, cursor: pageParam, limit: 25 },
      }),
      providesTags: [{ type: "Mail", id: "LIST" }],
    }),
    getMail: build.query<MailMessage, { websiteId: string; mailId: string }>({
      query: (ref) => ({ path: pathTo(messagePath, ref) }),
      providesTags: (_, __, { mailId }) => [{ type: "Mail", id: mailId }],
    }),
    readUnsent: build.query<UnsentMail, { websiteId: string }>({
      query: (ref) => ({ path: pathTo(unsentPath, ref) }),
      providesTags: [{ type: "Mail", id: "LIST" }],
    }),
    sendAgain: build.mutation<Answer<typeof againPath, "post">, { websiteId: string; mailId: string }>({
      query: (ref) => ({ path: pathTo(againPath, ref), method: "POST" }),
      invalidatesTags: (_, __, { mailId }) => [
        { type: "Mail", id: "LIST" },
        { type: "Mail", id: mailId },
      ],
    }),
    sendAllAgain: build.mutation<Answer<typeof allAgainPath, "post">, { websiteId: string }>({
      query: (ref) => ({ path: pathTo(allAgainPath, ref), method: "POST" }),
      invalidatesTags: ["Mail"],
    }),
    listPreviews: build.query<EmailKinds, { websiteId: string }>({
      query: (ref) => ({ path: pathTo(previewsPath, ref) }),
      // The e-mails contain currency and name of the site.
      providesTags: ["Settings"],
    }),
    readPreview: build.query<string, PreviewRef>({
      query: ({ language, ...ref }) => ({ path: pathTo(previewPath, ref), query: { language }, as: "text" }),
      providesTags: ["Settings", "EmailTexts"],
    }),
    sendPreview: build.mutation<unknown, PreviewRef>({
      query: ({ language, ...ref }) => ({ path: pathTo(sendPath, ref), method: "POST", body: { language } }),
      invalidatesTags: [{ type: "Mail", id: "LIST" }],
    }),
    readTexts: build.query<EmailTexts, PreviewRef>({
      query: (ref) => ({ path: pathTo(textsPath, ref) }),
      providesTags: ["EmailTexts"],
    }),
    saveTexts: build.mutation<EmailTexts, PreviewRef & { text: EmailText; revision: number }>({
      query: ({ text, revision, ...ref }) => ({
        path: pathTo(textsPath, ref),
        method: "PUT",
        body: text,
        headers: { "If-Match": `"${revision}"` },
      }),
      invalidatesTags: ["EmailTexts"],
    }),
    resetTexts: build.mutation<unknown, PreviewRef>({
      query: (ref) => ({ path: pathTo(textsPath, ref), method: "DELETE" }),
      invalidatesTags: ["EmailTexts"],
    }),
    previewTexts: build.mutation<Answer<typeof draftPath, "post">, PreviewRef & { text: EmailText }>({
      query: ({ text, ...ref }) => ({ path: pathTo(draftPath, ref), method: "POST", body: text }),
    }),
    readCartReminders: build.query<Answer<typeof cartRemindersPath, "get">, { websiteId: string }>({
      query: (ref) => ({ path: pathTo(cartRemindersPath, ref) }),
      providesTags: ["Settings"],
    }),
  }),
});

export const {
  useListMailInfiniteQuery,
  useGetMailQuery,
  useReadUnsentQuery,
  useSendAgainMutation,
  useSendAllAgainMutation,
  useListPreviewsQuery,
  useReadPreviewQuery,
  useSendPreviewMutation,
  useReadTextsQuery,
  useSaveTextsMutation,
  useResetTextsMutation,
  usePreviewTextsMutation,
  useReadCartRemindersQuery,
} = mailApi;
