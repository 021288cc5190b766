import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer } from "@/shared/api/types";

const listPath = "/api/v1/websites/{websiteId}/plugins";
const iconPath = "/api/v1/websites/{websiteId}/plugins/{pluginId}/icon";
type Plugin = Answer<typeof listPath, "get">["plugins"][number];

export interface PluginRef {
  websiteId: string;
  pluginId: string;
}

/** An image as an object URL, which is revoked when no screen shows it. */
export const asImage = {
  async onCacheEntryAdded(
    _: unknown,
    entry: { cacheDataLoaded: Promise<{ data: string }>; cacheEntryRemoved: Promise<void> },
  ) {
    const loaded = await entry.cacheDataLoaded.catch(() => null);
    await entry.cacheEntryRemoved;
    if (loaded !== null) URL.revokeObjectURL(loaded.data);
  },
};

const quotesApi = api.enhanceEndpoints({ addTagTypes: ["Plugin"] }).injectEndpoints({
  endpoints: (build) => ({
    listQuotePlugins: build.query<Plugin[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(listPath, ref) }),
      transformResponse: (answer: Answer<typeof listPath, "get">) => answer.plugins,
      providesTags: [{ type: "Plugin", id: "LIST" }],
    }),
    getPluginIcon: build.query<string, PluginRef & { digest: string }>({
      query: ({ digest, ...ref }) => ({ path: pathTo(iconPath, ref), query: { digest }, as: "file" }),
      ...asImage,
    }),
  }),
});

export const { useListQuotePluginsQuery, useGetPluginIconQuery } = quotesApi;
