import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer } from "@/shared/api/types";

const path = "/api/v1/websites/{websiteId}/plugins/panels";

export type PluginPanel = Answer<typeof path, "get">["panels"][number];

const panelsApi = api.enhanceEndpoints({ addTagTypes: ["Plugin"] }).injectEndpoints({
  endpoints: (build) => ({
    /** The panels that the user may open, with titles in the language of the admin. */
    listPluginPanels: build.query<PluginPanel[], { websiteId: string; language: string }>({
      query: ({ language, ...ref }) => ({ path: pathTo(path, ref), headers: { "Accept-Language": language } }),
      transformResponse: (answer: Answer<typeof path, "get">) => answer.panels,
      providesTags: [{ type: "Plugin", id: "PANELS" }],
    }),
  }),
});

export const { useListPluginPanelsQuery } = panelsApi;

/** Where a panel is, relative to the site. */
export function panelPath({ pluginId, name }: Pick<PluginPanel, "pluginId" | "name">): string {
  return `plugin-panels/${encodeURIComponent(pluginId)}/${encodeURIComponent(name)}`;
}
