import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, RequestOf } from "@/shared/api/types";
import type { PluginRef } from "@/shared/plugins/api";

const pagePath = "/api/v1/websites/{websiteId}/plugins/{pluginId}/panels/{panel}/page";
const callPath = "/api/v1/websites/{websiteId}/plugins/{pluginId}/panels/{panel}/call";

interface PanelRef extends PluginRef {
  panel: string;
  language: string;
}

export interface PanelCall {
  method: string;
  input: RequestOf<typeof callPath, "post">["input"];
}

type PanelAnswer = Answer<typeof callPath, "post">;

const panelsApi = api.enhanceEndpoints({ addTagTypes: ["Plugin"] }).injectEndpoints({
  endpoints: (build) => ({
    /** Another version of the plugin has another page: the digest is part of the key. */
    getPanelPage: build.query<string, Omit<PanelRef, "language"> & { digest: string }>({
      query: (ref) => ({ path: pathTo(pagePath, ref) }),
      transformResponse: (answer: Answer<typeof pagePath, "get">) => answer.html,
    }),
    callPanel: build.mutation<PanelAnswer, PanelRef & PanelCall>({
      query: ({ language, method, input, ...ref }) => ({
        path: pathTo(callPath, ref),
        method: "POST",
        body: { method, input },
        headers: { "Accept-Language": language },
      }),
    }),
  }),
});

export const { useGetPanelPageQuery, useCallPanelMutation } = panelsApi;
