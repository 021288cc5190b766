import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer } from "@/shared/api/types";

const proposedPath = "/api/google-maps/places/autocomplete";
const detailsPath = "/api/google-maps/places/details";

type Found = Answer<typeof detailsPath, "get">["result"];

const placesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Coordinates of an address: the first geocoder result; null if there is none. */
    findPlace: build.mutation<Found | null, { websiteId: string; input: string }>({
      async queryFn({ websiteId, input }, _api, _extra, call) {
        const headers = { "X-Website-Id": websiteId };
        const sessionToken = crypto.randomUUID();
        const proposed = await call({ path: pathTo(proposedPath, {}), query: { input, sessionToken }, headers });
        if (proposed.error) return { error: proposed.error };
        const [first] = (proposed.data as Answer<typeof proposedPath, "get">).predictions;
        if (first === undefined) return { data: null };
        const details = await call({
          path: pathTo(detailsPath, {}),
          query: { placeId: first.placeId, sessionToken },
          headers,
        });
        if (details.error) return { error: details.error };
        return { data: (details.data as Answer<typeof detailsPath, "get">).result };
      },
    }),
  }),
});

export const { useFindPlaceMutation } = placesApi;
