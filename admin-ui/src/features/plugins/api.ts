import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer } from "@/shared/api/types";

const listPath = "/api/v1/websites/{websiteId}/plugins";
export type Plugins = Answer<typeof listPath, "get">;
export type Plugin = Plugins["plugins"][number];
export type RefusedPlugin = Plugins["refused"][number];

const pluginsApi = api.enhanceEndpoints({ addTagTypes: ["Plugin"] }).injectEndpoints({
  endpoints: (build) => ({
    listPlugins: build.query<Plugins, { websiteId: string }>({
      query: (ref) => ({ path: pathTo(listPath, ref) }),
      providesTags: [{ type: "Plugin", id: "LIST" }],
    }),
  }),
});

export const { useListPluginsQuery } = pluginsApi;
