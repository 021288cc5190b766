import { api } from "../../api/base-api";
import { pathTo } from "../../api/path";
import type { Answer } from "../../api/types";
import type { LinkTarget } from "./link-target";

const pagesPath = "/api/v1/websites/{websiteId}/pages";
const itemsPath = "/api/v1/websites/{websiteId}/collections/{collectionId}/items";

/** Maximum items offered per collection, newest first. */
const maxItems = 100;

/** Something of the site that has a URL. */
interface SiteTarget extends LinkTarget {
  pageId: string;
  /** Whether it consists of blocks: a page or an item. */
  hasBlocks: boolean;
}

const linkTargetsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listLinkTargets: build.query<SiteTarget[], { websiteId: string }>({
      async queryFn(ref, _api, _extra, call) {
        const answer = await call({ path: pathTo(pagesPath, ref) });
        if (answer.error) return { error: answer.error };
        const { pages } = answer.data as Answer<typeof pagesPath, "get">;
        const collections = pages.filter(({ kind }) => kind === "blog");
        const lists = await Promise.all(
          collections.map(({ id }) =>
            call({ path: pathTo(itemsPath, { ...ref, collectionId: id }), query: { limit: maxItems } }),
          ),
        );
        // Pages are offered even if items could not be loaded.
        const items = lists.flatMap(({ data }) =>
          data === undefined ? [] : (data as Answer<typeof itemsPath, "get">).items,
        );
        return {
          data: [
            ...pages.map(({ id, title, fullUrl, kind }) => ({
              pageId: id,
              title,
              address: fullUrl,
              hasBlocks: kind === "page",
            })),
            ...items.map(({ id, title, fullUrl }) => ({ pageId: id, title, address: fullUrl, hasBlocks: true })),
          ],
        };
      },
      providesTags: [
        { type: "Page", id: "LIST" },
        { type: "Item", id: "LIST" },
      ],
    }),
  }),
});

/** The pages and items of the site with their URLs. */
export const { useListLinkTargetsQuery } = linkTargetsApi;
