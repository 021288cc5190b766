import { api } from "../api/base-api";
import { pathTo } from "../api/path";
import type { Answer } from "../api/types";

const path = "/api/v1/websites/{websiteId}/trial";
const extensionPath = "/api/v1/websites/{websiteId}/trial/extension";

export type Trial = Answer<typeof path, "get">;

const trialApi = api.injectEndpoints({
  endpoints: (build) => ({
    getTrial: build.query<Trial, { websiteId: string }>({
      query: (ref) => ({ path: pathTo(path, ref) }),
      providesTags: [{ type: "Settings", id: "TRIAL" }],
    }),
    extendTrial: build.mutation<Trial, { websiteId: string }>({
      query: (ref) => ({ path: pathTo(extensionPath, ref), method: "POST" }),
      invalidatesTags: (saved) => (saved ? [{ type: "Settings", id: "TRIAL" }] : []),
    }),
  }),
});

export const { useGetTrialQuery, useExtendTrialMutation } = trialApi;
