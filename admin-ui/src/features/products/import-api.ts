import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer } from "@/shared/api/types";
import type { FormatRef } from "@/shared/plugins/formats-api";

const previewPath = "/api/v1/websites/{websiteId}/catalogue-formats/{pluginId}/{format}/products/{collectionId}";

export type ProductImport = Answer<typeof previewPath, "post">;
export type ImportedProduct = ProductImport["products"][number];
export type ImportedPart = ImportedProduct["changes"][number];

interface PreviewWanted extends FormatRef {
  collectionId: string;
  file: Blob;
  /** Language of what the plugin says about the file. */
  language: string;
}

const importApi = api.injectEndpoints({
  endpoints: (build) => ({
    previewProductImport: build.mutation<ProductImport, PreviewWanted>({
      query: ({ file, language, ...ref }) => ({
        path: pathTo(previewPath, ref),
        method: "POST",
        file,
        headers: { "Accept-Language": language },
      }),
    }),
  }),
});

export const { usePreviewProductImportMutation } = importApi;
