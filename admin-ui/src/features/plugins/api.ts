import { api } from "@/shared/api/base-api";
import { ifMatch } from "@/shared/api/if-match";
import { pathTo } from "@/shared/api/path";
import type { Answer, QueryOf, RequestOf } from "@/shared/api/types";
import { asImage, type PluginRef } from "@/shared/plugins/api";

const listPath = "/api/v1/websites/{websiteId}/plugins";
const cataloguePath = "/api/v1/websites/{websiteId}/plugins/catalogue";
const packagesPath = "/api/v1/websites/{websiteId}/plugins/packages";
const pluginPath = "/api/v1/websites/{websiteId}/plugins/{pluginId}";
const picturePath = "/api/v1/websites/{websiteId}/plugins/{pluginId}/pictures/{picture}";
const versionPath = "/api/v1/websites/{websiteId}/plugins/{pluginId}/version";
const secretPath = "/api/v1/websites/{websiteId}/plugins/{pluginId}/secrets/{secretName}";
const testPath = "/api/v1/websites/{websiteId}/plugins/{pluginId}/test";
const activityPath = "/api/v1/websites/{websiteId}/plugins/{pluginId}/activity";
const comparisonPath = "/api/v1/websites/{websiteId}/plugins/{pluginId}/comparison";

export type Plugins = Answer<typeof listPath, "get">;
export type Plugin = Plugins["plugins"][number];
export type RefusedPlugin = Plugins["refused"][number];
export type CatalogueEntry = Answer<typeof cataloguePath, "get">["entries"][number];
export type PluginDetail = Answer<typeof pluginPath, "get">;
export type PluginVersion = PluginDetail["versions"][number];
export type PluginSource = PluginVersion["source"];
export type Permission = PluginDetail["permissions"][number];
export type PluginSecret = PluginDetail["secrets"][number];
export type Grants = PluginDetail["grants"];
export type PluginTest = Answer<typeof testPath, "post">;
export type PluginActivity = Answer<typeof activityPath, "get">;
export type PluginComparison = Answer<typeof comparisonPath, "get">;
type Change = RequestOf<typeof pluginPath, "patch">;
type VersionChange = RequestOf<typeof versionPath, "post">;

/** Texts of plugins are in the language of the admin, if they have it. */
interface InLanguage {
  language: string;
}
const inLanguage = ({ language }: InLanguage) => ({ headers: { "Accept-Language": language } });

const list = { type: "Plugin", id: "LIST" } as const;
const catalogue = { type: "Plugin", id: "CATALOGUE" } as const;
const one = (pluginId: string) => ({ type: "Plugin", id: pluginId }) as const;
const activity = (pluginId: string) => ({ type: "Plugin", id: `ACTIVITY ${pluginId}` }) as const;
/** What shows that a plugin has changed: its methods, messages and blocks are offered elsewhere, too. */
const shown = ["Plugin", "BlockKind", { type: "Settings", id: "PAYMENTS" }] as const;

const pluginsApi = api.enhanceEndpoints({ addTagTypes: ["Plugin"] }).injectEndpoints({
  endpoints: (build) => ({
    listPlugins: build.query<Plugins, { websiteId: string } & InLanguage>({
      query: (ref) => ({ path: pathTo(listPath, ref), ...inLanguage(ref) }),
      providesTags: [list],
    }),
    listPluginCatalogue: build.query<CatalogueEntry[], { websiteId: string } & InLanguage>({
      query: (ref) => ({ path: pathTo(cataloguePath, ref), ...inLanguage(ref) }),
      transformResponse: (answer: Answer<typeof cataloguePath, "get">) => answer.entries,
      providesTags: [catalogue],
    }),
    uploadPlugin: build.mutation<CatalogueEntry, { websiteId: string; file: File }>({
      query: ({ file, ...ref }) => ({ path: pathTo(packagesPath, ref), method: "POST", file }),
      invalidatesTags: (entry) => (entry === undefined ? [] : shown),
    }),
    getPlugin: build.query<PluginDetail, PluginRef & InLanguage>({
      query: (ref) => ({ path: pathTo(pluginPath, ref), ...inLanguage(ref) }),
      providesTags: (_, __, { pluginId }) => [one(pluginId)],
    }),
    getPluginPicture: build.query<string, PluginRef & { digest: string; number: number }>({
      query: ({ digest, number, ...ref }) => ({
        path: pathTo(picturePath, { ...ref, picture: String(number) }),
        query: { digest },
        as: "file",
      }),
      ...asImage,
    }),
    /** Installs a version, upgrades to it, or goes back to it. */
    setPluginVersion: build.mutation<PluginDetail, PluginRef & { revision: number; change: VersionChange }>({
      query: ({ change, revision, ...ref }) => ({
        path: pathTo(versionPath, ref),
        method: "POST",
        body: change,
        ...ifMatch(String(revision)),
      }),
      invalidatesTags: shown,
    }),
    changePlugin: build.mutation<PluginDetail, PluginRef & { revision: number; change: Change }>({
      query: ({ change, revision, ...ref }) => ({
        path: pathTo(pluginPath, ref),
        method: "PATCH",
        body: change,
        ...ifMatch(String(revision)),
      }),
      invalidatesTags: (saved, __, { pluginId }) => (saved === undefined ? [one(pluginId)] : shown),
    }),
    setPluginSecret: build.mutation<null, PluginRef & { secretName: string; value: string }>({
      query: ({ value, ...ref }) => ({ path: pathTo(secretPath, ref), method: "PUT", body: { value } }),
      invalidatesTags: (_, __, { pluginId }) => [list, one(pluginId)],
    }),
    removePluginSecret: build.mutation<null, PluginRef & { secretName: string }>({
      query: (ref) => ({ path: pathTo(secretPath, ref), method: "DELETE" }),
      invalidatesTags: (_, __, { pluginId }) => [list, one(pluginId)],
    }),
    getPluginActivity: build.query<PluginActivity, PluginRef>({
      query: (ref) => ({ path: pathTo(activityPath, ref) }),
      providesTags: (_, __, { pluginId }) => [activity(pluginId)],
    }),
    testPlugin: build.mutation<PluginTest, PluginRef>({
      query: (ref) => ({ path: pathTo(testPath, ref), method: "POST" }),
      invalidatesTags: (_, __, { pluginId }) => [activity(pluginId)],
    }),
    /** A version beside the one in use, with the last inputs of the site. */
    comparePlugin: build.query<PluginComparison, PluginRef & { digest: string }>({
      query: ({ digest, ...ref }) => ({ path: pathTo(comparisonPath, ref), query: { digest } }),
      providesTags: (_, __, { pluginId }) => [one(pluginId)],
      keepUnusedDataFor: 0,
    }),
    removePlugin: build.mutation<null, PluginRef & QueryOf<typeof pluginPath, "delete">>({
      query: ({ data, ...ref }) => ({ path: pathTo(pluginPath, ref), method: "DELETE", query: { data } }),
      invalidatesTags: (_, error) => (error === undefined ? shown : []),
    }),
  }),
});

export const {
  useListPluginsQuery,
  useListPluginCatalogueQuery,
  useUploadPluginMutation,
  useGetPluginQuery,
  useGetPluginPictureQuery,
  useSetPluginVersionMutation,
  useChangePluginMutation,
  useSetPluginSecretMutation,
  useRemovePluginSecretMutation,
  useGetPluginActivityQuery,
  useComparePluginQuery,
  useTestPluginMutation,
  useRemovePluginMutation,
} = pluginsApi;
