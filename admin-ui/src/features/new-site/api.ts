import { api } from "@/shared/api/base-api";
import type { Answer, RequestOf } from "@/shared/api/types";

const path = "/api/v1/new-site";
export type NewSiteChoices = Answer<typeof path, "get">;
export type NewSite = RequestOf<typeof path, "post">;

const newSiteApi = api.injectEndpoints({
  endpoints: (build) => ({
    getNewSite: build.query<NewSiteChoices, null>({
      query: () => ({ path }),
      keepUnusedDataFor: 0,
    }),
    makeSite: build.mutation<Answer<typeof path, "post">, NewSite>({
      query: (body) => ({ path, method: "POST", body }),
    }),
  }),
});

export const { useGetNewSiteQuery, useMakeSiteMutation } = newSiteApi;
