import type { components } from "@stoa/api/schema";
import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, QueryOf, RequestOf } from "@/shared/api/types";
import { labelInWords, loadSchemaWords } from "@/shared/i18n/schema-in-words";

const languagesPath = "/api/multilingual/languages";
const listPath = "/api/v1/websites/{websiteId}/translations";
const progressPath = "/api/v1/websites/{websiteId}/translations/progress";
const exportPath = "/api/v1/websites/{websiteId}/translations/export";
const importPath = "/api/v1/websites/{websiteId}/translations/import";
const onePath = "/api/v1/websites/{websiteId}/translations/{translatedKind}/{resourceId}";

const addressPath = "/api/v1/websites/{websiteId}/translations/{translatedKind}/{resourceId}/address";

export type SiteLanguage = Answer<typeof languagesPath, "get">["languages"][number];
export type TranslatedKind = components["schemas"]["TranslatedKind"];
export type TranslationState = NonNullable<QueryOf<typeof listPath, "get">["state"]>;
export type FileFormat = QueryOf<typeof exportPath, "get">["format"];
export type KindProgress = Answer<typeof progressPath, "get">["kinds"][number];
type ResourcesPage = Answer<typeof listPath, "get">;
export type TranslatedResource = ResourcesPage["resources"][number];
export type ResourceTranslation = Answer<typeof onePath, "get">;
export type TranslatedText = ResourceTranslation["texts"][number];
export type TextChange = RequestOf<typeof onePath, "put">["texts"][number];
type AddressAnswer = Answer<typeof addressPath, "get">;
export type TranslatedAddress = NonNullable<AddressAnswer["address"]>;
export type ImportOutcome = Answer<typeof importPath, "post">;
export type ImportedChange = ImportOutcome["changes"][number];

interface TranslationFilter {
  websiteId: string;
  language: string;
  kind: TranslatedKind;
  state?: TranslationState;
}

export interface ResourceRef {
  websiteId: string;
  language: string;
  translatedKind: TranslatedKind;
  resourceId: string;
}

interface ExportWanted {
  websiteId: string;
  language: string;
  format: FileFormat;
  unfinished: boolean;
}

interface ImportFile {
  websiteId: string;
  language: string;
  format: FileFormat;
  dryRun: boolean;
  file: Blob;
}

/** The titles of texts are those of the server, in English; those of pages and products are names. */
const namedByServer: ReadonlySet<TranslatedKind> = new Set(["header-footer", "payment", "store", "website"]);

async function titlesInWords<T extends { kind: TranslatedKind; title: string }>(resources: T[]): Promise<T[]> {
  const say = await loadSchemaWords();
  if (say === null) return resources;
  return resources.map((own) => (namedByServer.has(own.kind) ? { ...own, title: say(own.title) } : own));
}

async function resourceInWords(resource: ResourceTranslation): Promise<ResourceTranslation> {
  const say = await loadSchemaWords();
  if (say === null) return resource;
  const [named] = await titlesInWords([resource]);
  return {
    ...resource,
    ...named,
    texts: resource.texts.map((own) => ({ ...own, label: labelInWords(own.label, say) })),
  };
}

const translationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The languages besides the primary one. */
    listTranslationLanguages: build.query<SiteLanguage[], { websiteId: string }>({
      query: ({ websiteId }) => ({ path: languagesPath, headers: { "X-Website-Id": websiteId } }),
      transformResponse: (answer: Answer<typeof languagesPath, "get">) =>
        answer.languages.filter(({ isPrimary }) => !isPrimary),
      providesTags: ["Settings"],
    }),
    /** The primary language, in which the originals are written. */
    getOriginalLanguage: build.query<string | null, { websiteId: string }>({
      query: ({ websiteId }) => ({ path: languagesPath, headers: { "X-Website-Id": websiteId } }),
      transformResponse: (answer: Answer<typeof languagesPath, "get">) =>
        answer.languages.find(({ isPrimary }) => isPrimary)?.code ?? null,
      providesTags: ["Settings"],
    }),
    getTranslationProgress: build.query<KindProgress[], { websiteId: string; language: string }>({
      query: ({ websiteId, language }) => ({ path: pathTo(progressPath, { websiteId }), query: { language } }),
      transformResponse: (answer: Answer<typeof progressPath, "get">) => answer.kinds,
      providesTags: ["Translation"],
    }),
    listTranslations: build.infiniteQuery<ResourcesPage, TranslationFilter, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (page) => (page.hasNextPage ? (page.nextPageCursor ?? undefined) : undefined),
      },
      query: ({ queryArg: { websiteId, ...wanted }, pageParam }) => ({
        path: pathTo(listPath, { websiteId }),
        query: { ...wanted, cursor: pageParam, limit: 50 },
      }),
      transformResponse: async (answer: ResourcesPage) => ({
        ...answer,
        resources: await titlesInWords(answer.resources),
      }),
      providesTags: ["Translation"],
    }),
    getResourceTranslation: build.query<ResourceTranslation, ResourceRef>({
      query: ({ language, ...ref }) => ({ path: pathTo(onePath, ref), query: { language } }),
      transformResponse: resourceInWords,
      providesTags: ["Translation"],
    }),
    saveResourceTranslation: build.mutation<ResourceTranslation, ResourceRef & { texts: TextChange[] }>({
      query: ({ language, texts, ...ref }) => ({
        path: pathTo(onePath, ref),
        method: "PUT",
        query: { language },
        body: { texts },
      }),
      transformResponse: resourceInWords,
      invalidatesTags: (saved) => (saved ? ["Translation"] : []),
    }),
    getTranslatedAddress: build.query<AddressAnswer, ResourceRef>({
      query: ({ language, ...ref }) => ({ path: pathTo(addressPath, ref), query: { language } }),
      providesTags: ["Translation"],
    }),
    saveTranslatedAddress: build.mutation<AddressAnswer, ResourceRef & { word: string | null }>({
      query: ({ language, word, ...ref }) => ({
        path: pathTo(addressPath, ref),
        method: "PUT",
        query: { language },
        body: { word },
      }),
      invalidatesTags: (saved) => (saved ? ["Translation"] : []),
    }),
    /** Returns an object URL of the file. */
    exportTranslations: build.mutation<string, ExportWanted>({
      query: ({ websiteId, unfinished, ...wanted }) => ({
        path: pathTo(exportPath, { websiteId }),
        query: { ...wanted, unfinished: unfinished ? true : undefined },
        as: "file",
      }),
    }),
    importTranslations: build.mutation<ImportOutcome, ImportFile>({
      query: ({ websiteId, file, ...wanted }) => ({
        path: pathTo(importPath, { websiteId }),
        method: "POST",
        query: wanted,
        file,
      }),
      invalidatesTags: (outcome) => (outcome?.dryRun === false ? ["Translation"] : []),
    }),
  }),
});

export const {
  useListTranslationLanguagesQuery,
  useGetOriginalLanguageQuery,
  useGetTranslationProgressQuery,
  useListTranslationsInfiniteQuery,
  useGetResourceTranslationQuery,
  useSaveResourceTranslationMutation,
  useGetTranslatedAddressQuery,
  useSaveTranslatedAddressMutation,
  useExportTranslationsMutation,
  useImportTranslationsMutation,
} = translationsApi;
