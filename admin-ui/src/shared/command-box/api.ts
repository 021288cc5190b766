import { t } from "@lingui/core/macro";
import { api } from "../api/base-api";
import { pathTo } from "../api/path";
import type { Answer } from "../api/types";
import { formatMoney } from "../money/money";

const pagesPath = "/api/v1/websites/{websiteId}/pages";
const itemsPath = "/api/v1/websites/{websiteId}/collections/{collectionId}/items";
const productsPath = "/api/v1/websites/{websiteId}/products";
const ordersPath = "/api/v1/websites/{websiteId}/orders";
const customersPath = "/api/v1/websites/{websiteId}/customers";

export type SitePage = Answer<typeof pagesPath, "get">["pages"][number];

/** Kinds searched on the server; a site's pages are loaded all at once. */
export type FoundKind = "post" | "product" | "order" | "customer";

/** A search result. */
export interface Found {
  id: string;
  title: string;
  detail: string;
  /** Relative to the site. */
  path: string;
}

export interface Search {
  websiteId: string;
  kind: FoundKind;
  text: string;
  /** Locale for amounts. */
  locale: string;
  /** The collections whose posts are searched. */
  collections: readonly { id: string; title: string }[];
}

/** Maximum results per kind; for more there is the list's own search. */
const maxResults = 6;

type Query = Record<string, string | number>;
interface Part {
  path: string;
  query: Query;
  read: (answer: unknown) => Found[];
}

/** The requests for one kind, and the mapping of their responses to results. */
function partsOf({ websiteId, kind, text, locale, collections }: Search): Part[] {
  const query: Query = { query: text, limit: maxResults };
  switch (kind) {
    case "post":
      return collections.map((collection) => ({
        path: pathTo(itemsPath, { websiteId, collectionId: collection.id }),
        query: { q: text, limit: maxResults },
        read: (answer) =>
          (answer as Answer<typeof itemsPath, "get">).items.map(({ id, title }) => ({
            id,
            title,
            detail: collection.title,
            path: `pages/${id}/edit`,
          })),
      }));
    case "product":
      return [
        {
          path: pathTo(productsPath, { websiteId }),
          query,
          read: (answer) =>
            (answer as Answer<typeof productsPath, "get">).items.map(
              ({ id, collectionId, name, priceFromCents, currency }) => ({
                id,
                title: name,
                detail: formatMoney(priceFromCents, currency, locale),
                path: `products/${collectionId}/${id}`,
              }),
            ),
        },
      ];
    case "order":
      return [
        {
          path: pathTo(ordersPath, { websiteId }),
          query,
          read: (answer) =>
            (answer as Answer<typeof ordersPath, "get">).orders.map(({ id, number, customerName, customerEmail }) => ({
              id,
              title: t`Order #${number}`,
              detail: customerName || customerEmail,
              path: `orders/${id}`,
            })),
        },
      ];
    case "customer":
      return [
        {
          path: pathTo(customersPath, { websiteId }),
          query,
          read: (answer) =>
            (answer as Answer<typeof customersPath, "get">).customers.map(({ id, name, email }) => ({
              id,
              title: name || email,
              detail: name === "" ? "" : email,
              path: `customers/${id}`,
            })),
        },
      ];
  }
}

export const searchApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSitePages: build.query<SitePage[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(pagesPath, ref) }),
      transformResponse: (answer: Answer<typeof pagesPath, "get">) => answer.pages,
      providesTags: [{ type: "Page", id: "LIST" }],
    }),
    searchSite: build.query<Found[], Search>({
      async queryFn(search, _api, _extra, call) {
        const parts = partsOf(search);
        const answers = await Promise.all(parts.map(async (part) => ({ part, answer: await call(part) })));
        const found: Found[] = [];
        for (const { part, answer } of answers) {
          if (answer.error !== undefined) return { error: answer.error };
          found.push(...part.read(answer.data));
        }
        return { data: found.slice(0, maxResults) };
      },
    }),
  }),
});

export const { useListSitePagesQuery } = searchApi;
