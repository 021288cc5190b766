import { api } from "../api/base-api";
import { ifMatch, isVersionConflict } from "../api/if-match";
import { pathTo } from "../api/path";
import type { Answer } from "../api/types";

const listPath = "/api/v1/websites/{websiteId}/areas";
const openPath = "/api/v1/websites/{websiteId}/areas/{areaId}/open";
const statusPath = "/api/v1/websites/{websiteId}/pages/{pageId}/status";

export type Area = Answer<typeof listPath, "get">["areas"][number];

/** Areas are published and restored like pages, so they are invalidated with them. */
const list = { type: "Page", id: "LIST" } as const;

const areasApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAreas: build.query<Area[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(listPath, ref) }),
      transformResponse: (answer: Answer<typeof listPath, "get">) => answer.areas,
      providesTags: [list],
    }),
    openArea: build.mutation<Area, { websiteId: string; areaId: string }>({
      query: (ref) => ({ path: pathTo(openPath, ref), method: "POST" }),
      invalidatesTags: (opened) => (opened ? [list] : []),
    }),
    /** Unpublishes the version that the person has seen; on a conflict, the list is reloaded. */
    takeAreaBack: build.mutation<unknown, { websiteId: string; pageId: string; standing: string | null }>({
      query: ({ standing, ...ref }) => ({
        path: pathTo(statusPath, ref),
        method: "PUT",
        body: { status: "draft" },
        ...ifMatch(standing),
      }),
      invalidatesTags: (_, error, { pageId }) =>
        error === undefined || isVersionConflict(error) ? [list, { type: "Page", id: pageId }] : [],
    }),
  }),
});

export const { useListAreasQuery, useOpenAreaMutation, useTakeAreaBackMutation } = areasApi;
