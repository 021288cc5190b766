import { api } from "../api/base-api";
import { pathTo } from "../api/path";
import type { Answer, RequestOf } from "../api/types";

const layoutPath = "/api/commondata/GetSiteLayout";
const updatePath = "/api/widget/UpdateNavigation";
const pagesPath = "/api/v1/websites/{websiteId}/pages";

export type SiteLayout = Answer<typeof layoutPath, "get">;
export type NavigationItem = SiteLayout["layout"][number]["links"][number];
export type NavigationUpdate = RequestOf<typeof updatePath, "post">;
export type SitePage = Answer<typeof pagesPath, "get">["pages"][number];

type Navigation = SiteLayout["layout"][number];
/** A navigation that can be changed, unlike the group of the pages that are in none. */
export type Menu = Navigation & { identifier: NavigationUpdate["fieldName"] };

export function isMenu(navigation: Navigation): navigation is Menu {
  return navigation.identifier !== "_hidden";
}

/** The main navigation. Every site has one, first in its layout. */
export function mainNavigation(layout: SiteLayout): Menu {
  const main = layout.layout.find(isMenu);
  if (main === undefined) throw new Error("Unable to find site main navigation");
  return main;
}

const navigationApi = api.injectEndpoints({
  endpoints: (build) => ({
    siteLayout: build.query<SiteLayout, { websiteId: string }>({
      query: ({ websiteId }) => ({ path: layoutPath, headers: { "X-Website-Id": websiteId } }),
      providesTags: [{ type: "Navigation", id: "LAYOUT" }],
    }),
    linkablePages: build.query<SitePage[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(pagesPath, ref) }),
      transformResponse: (answer: Answer<typeof pagesPath, "get">) => answer.pages,
      providesTags: [{ type: "Page", id: "LIST" }],
    }),
    updateNavigation: build.mutation<
      Answer<typeof updatePath, "post">,
      { websiteId: string; revision: number; update: NavigationUpdate }
    >({
      query: ({ websiteId, revision, update }) => ({
        path: updatePath,
        method: "POST",
        body: update,
        headers: { "X-Website-Id": websiteId, "If-Match": `"${revision}"` },
      }),
      // Puts the saved layout into the cache: the next change is based on it.
      async onQueryStarted({ websiteId }, { dispatch, queryFulfilled }) {
        const saved = await queryFulfilled.catch(() => null);
        if (saved) dispatch(navigationApi.util.updateQueryData("siteLayout", { websiteId }, () => saved.data));
      },
      invalidatesTags: (saved) =>
        saved
          ? [
              { type: "Navigation", id: "LAYOUT" },
              { type: "Page", id: "LIST" },
              { type: "Settings", id: "SITE" },
            ]
          : [],
    }),
  }),
});

export const { useSiteLayoutQuery, useLazySiteLayoutQuery, useLinkablePagesQuery, useUpdateNavigationMutation } =
  navigationApi;
