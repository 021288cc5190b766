import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer } from "@/shared/api/types";

const listPath = "/api/v1/websites/{websiteId}/plugins";
type Plugin = Answer<typeof listPath, "get">["plugins"][number];

const quotesApi = api.enhanceEndpoints({ addTagTypes: ["Plugin"] }).injectEndpoints({
  endpoints: (build) => ({
    listQuotePlugins: build.query<Plugin[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(listPath, ref) }),
      transformResponse: (answer: Answer<typeof listPath, "get">) => answer.plugins,
      providesTags: [{ type: "Plugin", id: "LIST" }],
    }),
  }),
});

export const { useListQuotePluginsQuery } = quotesApi;
