import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import { ifMatch } from "@/shared/api/if-match";
import type { Answer, RequestOf } from "@/shared/api/types";

const savedPath = "/api/v1/websites/{websiteId}/saved-sections";
const onePath = "/api/v1/websites/{websiteId}/saved-sections/{savedSectionId}";

export type SavedSection = Answer<typeof savedPath, "get">["savedSections"][number];

interface SavedRef {
  websiteId: string;
  savedSectionId: string;
}

const savedSectionsApi = api.enhanceEndpoints({ addTagTypes: ["SavedSection"] }).injectEndpoints({
  endpoints: (build) => ({
    listSavedSections: build.query<SavedSection[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(savedPath, ref) }),
      transformResponse: (answer: Answer<typeof savedPath, "get">) => answer.savedSections,
      providesTags: [{ type: "SavedSection", id: "LIST" }],
    }),
    saveSection: build.mutation<SavedSection, { websiteId: string; body: RequestOf<typeof savedPath, "post"> }>({
      query: ({ body, ...ref }) => ({ path: pathTo(savedPath, ref), method: "POST", body }),
      invalidatesTags: [{ type: "SavedSection", id: "LIST" }],
    }),
    renameSavedSection: build.mutation<SavedSection, SavedRef & { name: string; version: string }>({
      query: ({ name, version, ...ref }) => ({
        path: pathTo(onePath, ref),
        method: "PUT",
        body: { name },
        ...ifMatch(version),
      }),
      invalidatesTags: [{ type: "SavedSection", id: "LIST" }],
    }),
    deleteSavedSection: build.mutation<unknown, SavedRef & { version: string }>({
      query: ({ version, ...ref }) => ({ path: pathTo(onePath, ref), method: "DELETE", ...ifMatch(version) }),
      invalidatesTags: [{ type: "SavedSection", id: "LIST" }],
    }),
  }),
});

export const {
  useListSavedSectionsQuery,
  useSaveSectionMutation,
  useRenameSavedSectionMutation,
  useDeleteSavedSectionMutation,
} = savedSectionsApi;
