import { t } from "@lingui/core/macro";
import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer } from "@/shared/api/types";
import { useWebsite } from "@/shared/session/hooks";

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

/**
 * The plugins of a kind that are switched on, as choices. The one in use is always a choice, even if it is gone or may
 * not be seen.
 */
export function useQuotePlugins(kind: "shipping-provider" | "tax-provider", used: string) {
  const website = useWebsite();
  const { data = [] } = quotesApi.useListQuotePluginsQuery({ websiteId: website.id });
  const choices = data
    .filter((plugin) => plugin.enabled && plugin.kinds.includes(kind))
    .map(({ id, name }) => ({ value: id, label: name }));
  if (used === "" || choices.some(({ value }) => value === used)) return choices;
  const known = data.find(({ id }) => id === used);
  const label = known === undefined ? used : t`${{ plugin: known.name }} (switched off)`;
  return [...choices, { value: used, label }];
}
