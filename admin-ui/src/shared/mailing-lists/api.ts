import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer } from "@/shared/api/types";

const listsPath = "/api/v1/websites/{websiteId}/mailing-lists";

type MailingLists = Answer<typeof listsPath, "get">["mailingLists"];
export type MailingList = MailingLists[number];

const mailingListsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listMailingLists: build.query<MailingLists, { websiteId: string }>({
      query: (ref) => ({ path: pathTo(listsPath, ref) }),
      transformResponse: (answer: Answer<typeof listsPath, "get">) => answer.mailingLists,
      providesTags: [{ type: "MailingList", id: "LIST" }],
    }),
    createMailingList: build.mutation<MailingList, { websiteId: string; name: string }>({
      query: ({ websiteId, name }) => ({ path: pathTo(listsPath, { websiteId }), method: "POST", body: { name } }),
      invalidatesTags: (made) => (made ? [{ type: "MailingList", id: "LIST" }] : []),
    }),
  }),
});

export const { useListMailingListsQuery, useCreateMailingListMutation } = mailingListsApi;
