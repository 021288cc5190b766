import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer } from "@/shared/api/types";

const formatsPath = "/api/v1/websites/{websiteId}/catalogue-formats";

/** A format of a plugin for files of products or stock. */
export type CatalogueFormat = Answer<typeof formatsPath, "get">["formats"][number];

export interface FormatRef {
  websiteId: string;
  pluginId: string;
  format: string;
}

const formatsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** With titles in the language of the admin. */
    listCatalogueFormats: build.query<CatalogueFormat[], { websiteId: string; language: string }>({
      query: ({ language, ...ref }) => ({ path: pathTo(formatsPath, ref), headers: { "Accept-Language": language } }),
      transformResponse: (answer: Answer<typeof formatsPath, "get">) => answer.formats,
    }),
  }),
});

export const { useListCatalogueFormatsQuery } = formatsApi;
