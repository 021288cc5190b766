import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, RequestOf } from "@/shared/api/types";
import { loadSchemaWords } from "@/shared/i18n/schema-in-words";

const designPath = "/api/v1/websites/{websiteId}/design";
const publishPath = "/api/v1/websites/{websiteId}/design/publish";
const discardPath = "/api/v1/websites/{websiteId}/design/discard";
const materialPath = "/api/v1/websites/{websiteId}/design/material";

export type DesignState = Answer<typeof designPath, "get">;
export type Design = DesignState["draft"];
export type Theme = DesignState["themes"][number];
export type ThemeSetting = Theme["settings"][number];
export type Palette = Theme["palettes"][number];
/** Values by setting name. */
export type Values = Palette["values"];

interface Step {
  websiteId: string;
  revision: number;
}

async function inWords(state: DesignState): Promise<DesignState> {
  const say = await loadSchemaWords();
  if (say === null) return state;
  const themes = state.themes.map((theme) => ({
    ...theme,
    description: say(theme.description),
    settings: theme.settings.map((setting) => ({
      ...setting,
      title: say(setting.title),
      description: say(setting.description),
      group: say(setting.group),
      choices: setting.choices.map((choice) => ({ ...choice, title: say(choice.title) })),
    })),
  }));
  return { ...state, themes };
}

const designApi = api.enhanceEndpoints({ addTagTypes: ["Design"] }).injectEndpoints({
  endpoints: (build) => ({
    getDesign: build.query<DesignState, { websiteId: string }>({
      query: (ref) => ({ path: pathTo(designPath, ref) }),
      transformResponse: inWords,
      providesTags: ["Design"],
    }),
    saveDesign: build.mutation<DesignState, Step & { design: RequestOf<typeof designPath, "put"> }>({
      query: ({ revision, design, ...ref }) => ({
        path: pathTo(designPath, ref),
        method: "PUT",
        body: design,
        headers: { "If-Match": `"${revision}"` },
      }),
      transformResponse: inWords,
    }),
    publishDesign: build.mutation<DesignState, Step>({
      query: ({ revision, ...ref }) => ({ path: pathTo(publishPath, ref), method: "POST", body: { revision } }),
      transformResponse: inWords,
      invalidatesTags: (_, error) => (error ? [] : ["Design", "TemplateFile", { type: "Settings", id: "SITE" }]),
    }),
    discardDesign: build.mutation<DesignState, Step>({
      query: ({ revision, ...ref }) => ({ path: pathTo(discardPath, ref), method: "POST", body: { revision } }),
      transformResponse: inWords,
    }),
    // A mutation, so that RTK Query does not cache it; the browser cache revalidates by ETag.
    loadDesignMaterial: build.mutation<string | null, { websiteId: string; address: string }>({
      query: ({ address, ...ref }) => ({ path: pathTo(materialPath, ref), query: { address }, as: "text" }),
    }),
  }),
});

export const {
  useLazyGetDesignQuery,
  useGetDesignQuery,
  useSaveDesignMutation,
  usePublishDesignMutation,
  useDiscardDesignMutation,
  useLoadDesignMaterialMutation,
} = designApi;
