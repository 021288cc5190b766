import { t } from "@lingui/core/macro";
import { skipToken } from "@reduxjs/toolkit/query";
import { useMemo } from "react";
import { useNavigate } from "react-router";
import { hasPermission, useWebsite, type Resource } from "../session/hooks";
import { useListSitePagesQuery, type Found, type FoundKind, type Search, type SitePage } from "./api";
import type { Command, CommandGroup } from "./command";
import { useSearch, type SearchState } from "./use-search";

interface Failure {
  /** What could not be searched. */
  name: string;
  error: unknown;
  retry: () => void;
}

export interface SiteSearch {
  /** The pages of the site, searched together with the commands. */
  pages: Command[];
  /** Server results by kind. */
  groups: CommandGroup[];
  isLoading: boolean;
  failures: Failure[];
}

const groupNames = {
  get post() {
    return t`Posts`;
  },
  get product() {
    return t`Products`;
  },
  get order() {
    return t`Orders`;
  },
  get customer() {
    return t`Customers`;
  },
} as const satisfies Record<FoundKind, string>;

const noCollections: Search["collections"] = [];

/** Screen where a page is edited: its blocks, its items, or its settings. */
function placeToEdit({ id, kind }: SitePage): string {
  switch (kind) {
    case "page":
      return `pages/${id}/edit`;
    case "blog":
      return `collections/${id}/items`;
    default:
      return `pages/${id}/settings`;
  }
}

/** A single letter matches nearly everything; a single digit may be an order number. */
const isEnough = (text: string) => text.length > 1 || /^\d$/.test(text);

/** Searches the site, filtered by permission. @param text The typed text, debounced. */
export function useSiteSearch(text: string): SiteSearch {
  const website = useWebsite();
  const navigate = useNavigate();
  const base = `/sites/${website.id}`;
  const mayRead = (resource: Resource) => hasPermission(website, resource, "read");
  const listed = useListSitePagesQuery(mayRead("content") ? { websiteId: website.id } : skipToken, {
    refetchOnMountOrArgChange: true,
  });
  const blogs = useMemo(
    () => listed.data?.filter(({ kind }) => kind === "blog").map(({ id, title }) => ({ id, title })) ?? noCollections,
    [listed.data],
  );
  const wanted = (resource: Resource, text: string) => (mayRead(resource) && isEnough(text) ? text : null);
  const posts = useKind("post", blogs.length > 0 ? wanted("content", text) : null, blogs);
  const products = useKind("product", wanted("products", text));
  const orders = useKind("order", wanted("orders", text));
  const customers = useKind("customer", wanted("customers", text));
  const kinds: [FoundKind, SearchState][] = [
    ["post", posts],
    ["product", products],
    ["order", orders],
    ["customer", customers],
  ];
  const go = (path: string) => () => void navigate(`${base}/${path}`);
  const entry =
    (kind: FoundKind) =>
    ({ id, title, detail, path }: Found): Command => ({
      id: `${kind} ${id}`,
      title,
      detail,
      group: groupNames[kind],
      run: go(path),
    });
  const failures = kinds.flatMap(([kind, { error, retry }]) =>
    error === null ? [] : [{ name: groupNames[kind], error, retry }],
  );
  return {
    pages: (listed.data ?? []).map((page) => ({
      id: `page ${page.id}`,
      title: page.title,
      detail: page.fullUrl,
      group: t`Pages`,
      onSearchOnly: true,
      run: go(placeToEdit(page)),
    })),
    groups: kinds.flatMap(([kind, { found }]) =>
      found.length === 0 ? [] : [{ name: groupNames[kind], commands: found.map(entry(kind)) }],
    ),
    isLoading: text !== "" && (listed.isLoading || kinds.some(([, { isLoading }]) => isLoading)),
    failures: listed.isError
      ? [{ name: t`Pages`, error: listed.error, retry: () => void listed.refetch() }, ...failures]
      : failures,
  };
}

function useKind(kind: FoundKind, text: string | null, collections = noCollections): SearchState {
  const { id: websiteId, locale } = useWebsite();
  const search = useMemo<Search | null>(
    () => (text === null ? null : { websiteId, kind, text, locale, collections }),
    [websiteId, kind, text, locale, collections],
  );
  return useSearch(search);
}
