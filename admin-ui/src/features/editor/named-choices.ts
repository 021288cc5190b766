import { skipToken } from "@reduxjs/toolkit/query";
import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer } from "@/shared/api/types";
import { mainNavigation, useSiteLayoutQuery } from "@/shared/navigation/api";
import { useWebsite } from "@/shared/session/hooks";
import type { Offers } from "./schema/field";

const labelsPath = "/api/v1/websites/{websiteId}/collections/{collectionId}/labels";
const categoriesPath = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/categories";

interface CollectionRef {
  websiteId: string;
  collectionId: string;
}

/** Value of the setting and its label. */
interface NamedChoice {
  value: string;
  name: string;
}

interface NamedChoices {
  /** Undefined while loading. */
  choices: NamedChoice[] | undefined;
  failed: boolean;
}

const choicesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listOfferedLabels: build.query<Answer<typeof labelsPath, "get">, CollectionRef>({
      query: (ref) => ({ path: pathTo(labelsPath, ref) }),
      providesTags: [{ type: "Item", id: "LABELS" }],
    }),
    listOfferedCategories: build.query<NamedChoice[], CollectionRef>({
      query: (ref) => ({ path: pathTo(categoriesPath, ref) }),
      transformResponse: ({ categories }: Answer<typeof categoriesPath, "get">) =>
        categories
          .filter(({ type }) => type !== "ROOT")
          .map(({ urlId, displayName }) => ({ value: urlId, name: displayName })),
      providesTags: [{ type: "Category", id: "LIST" }],
    }),
  }),
});

const { useListOfferedLabelsQuery, useListOfferedCategoriesQuery } = choicesApi;

const named = (list: readonly { name: string }[] | undefined) => list?.map(({ name }) => ({ value: name, name }));

/** Options that a setting offers by name; none until the page that has them is chosen. */
export function useNamedChoices(offers: Offers, collectionId: string): NamedChoices {
  const { id: websiteId } = useWebsite();
  const ref = collectionId === "" ? skipToken : { websiteId, collectionId };
  const isOfPosts = offers === "post-tag" || offers === "post-category";
  const layout = useSiteLayoutQuery(offers === "folder" ? { websiteId } : skipToken);
  const labels = useListOfferedLabelsQuery(isOfPosts ? ref : skipToken);
  const categories = useListOfferedCategoriesQuery(offers === "product-category" ? ref : skipToken);
  switch (offers) {
    case "folder": {
      const folders =
        layout.data === undefined
          ? undefined
          : mainNavigation(layout.data).links.filter(({ children }) => children != null);
      return {
        choices: folders?.flatMap(({ title }) => (title ? [{ value: title, name: title }] : [])),
        failed: layout.isError,
      };
    }
    case "post-tag":
      return { choices: named(labels.currentData?.tags), failed: labels.isError };
    case "post-category":
      return { choices: named(labels.currentData?.categories), failed: labels.isError };
    case "product-category":
      return { choices: categories.currentData, failed: categories.isError };
  }
}
