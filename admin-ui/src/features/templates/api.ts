import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer } from "@/shared/api/types";

const filesPath = "/api/v1/websites/{websiteId}/template-files";
const filePath = "/api/v1/websites/{websiteId}/template-files/{filePath}";
const checkPath = "/api/v1/websites/{websiteId}/template-files/check";
const previewPath = "/api/v1/websites/{websiteId}/template-files/preview";
const materialPath = "/api/v1/websites/{websiteId}/template-files/material";
const publishPath = "/api/v1/websites/{websiteId}/template-files/publish";
const versionsPath = "/api/v1/websites/{websiteId}/template-versions";
const restorePath = "/api/v1/websites/{websiteId}/template-versions/{versionId}/restore";

export type TemplateFiles = Answer<typeof filesPath, "get">;
export type FileSummary = TemplateFiles["files"][number];
export type TemplateFile = Answer<typeof filePath, "get">;
export type FileProblem = TemplateFile["problems"][number];
export type TemplatePreview = Answer<typeof previewPath, "post">;
export type TemplateVersion = Answer<typeof versionsPath, "get">["versions"][number];

interface FileRef {
  websiteId: string;
  filePath: string;
}

/** Unsaved file contents by path, which override the saved drafts. */
type UnsavedFiles = Record<string, string>;

const match = (revision: number) => ({ "If-Match": `"${revision}"` });
const everything = ["TemplateFile", "TemplateVersion"] as const;

const templatesApi = api.enhanceEndpoints({ addTagTypes: ["TemplateVersion"] }).injectEndpoints({
  endpoints: (build) => ({
    listTemplateFiles: build.query<TemplateFiles, { websiteId: string }>({
      query: (ref) => ({ path: pathTo(filesPath, ref) }),
      providesTags: [{ type: "TemplateFile", id: "LIST" }],
    }),
    getTemplateFile: build.query<TemplateFile, FileRef>({
      query: (ref) => ({ path: pathTo(filePath, ref) }),
      providesTags: (_, __, ref) => [{ type: "TemplateFile", id: ref.filePath }],
    }),
    saveTemplateFile: build.mutation<TemplateFile, FileRef & { revision: number; text: string }>({
      query: ({ revision, text, ...ref }) => ({
        path: pathTo(filePath, ref),
        method: "PUT",
        body: { text },
        headers: match(revision),
      }),
      invalidatesTags: (_, error) =>
        error
          ? []
          : [
              { type: "TemplateFile", id: "LIST" },
              { type: "TemplateFile", id: "PROBLEMS" },
            ],
    }),
    removeTemplateFile: build.mutation<null, FileRef & { revision: number }>({
      query: ({ revision, ...ref }) => ({ path: pathTo(filePath, ref), method: "DELETE", headers: match(revision) }),
      invalidatesTags: (_, error) =>
        error
          ? []
          : [
              { type: "TemplateFile", id: "LIST" },
              { type: "TemplateFile", id: "PROBLEMS" },
            ],
    }),
    checkTemplateFiles: build.query<FileProblem[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(checkPath, ref), method: "POST", body: { files: {} } }),
      transformResponse: (answer: Answer<typeof checkPath, "post">) => answer.problems,
      providesTags: [{ type: "TemplateFile", id: "PROBLEMS" }],
    }),
    previewTemplates: build.mutation<TemplatePreview, { websiteId: string; address: string; files: UnsavedFiles }>({
      query: ({ address, files, ...ref }) => ({
        path: pathTo(previewPath, ref),
        method: "POST",
        body: { address, files },
      }),
    }),
    // A mutation, so that RTK Query does not cache it; the browser cache revalidates by ETag.
    loadTemplateMaterial: build.mutation<string | null, { websiteId: string; address: string }>({
      query: ({ address, ...ref }) => ({ path: pathTo(materialPath, ref), query: { address }, as: "text" }),
    }),
    publishTemplates: build.mutation<TemplateFiles, { websiteId: string; revision: number }>({
      query: ({ revision, ...ref }) => ({ path: pathTo(publishPath, ref), method: "POST", body: { revision } }),
      invalidatesTags: [...everything],
    }),
    listTemplateVersions: build.query<TemplateVersion[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(versionsPath, ref) }),
      transformResponse: (answer: Answer<typeof versionsPath, "get">) => answer.versions,
      providesTags: [{ type: "TemplateVersion", id: "LIST" }],
    }),
    restoreTemplateVersion: build.mutation<TemplateFiles, { websiteId: string; versionId: string; revision: number }>({
      query: ({ revision, ...ref }) => ({ path: pathTo(restorePath, ref), method: "POST", body: { revision } }),
      invalidatesTags: [...everything],
    }),
  }),
});

export const {
  useListTemplateFilesQuery,
  useLazyGetTemplateFileQuery,
  useSaveTemplateFileMutation,
  useRemoveTemplateFileMutation,
  useCheckTemplateFilesQuery,
  usePreviewTemplatesMutation,
  useLoadTemplateMaterialMutation,
  usePublishTemplatesMutation,
  useListTemplateVersionsQuery,
  useRestoreTemplateVersionMutation,
} = templatesApi;
