import { api } from "../api/base-api";
import { pathTo } from "../api/path";
import type { Answer } from "../api/types";
import { report } from "../errors/report";

const path = "/api/v1/commerce-preferences/{namespace}";

/** Stored preferences of a namespace, without the site id. */
export type Preferences = Record<string, unknown>;

interface NamespaceRef {
  websiteId: string;
  namespace: string;
}

/** Window event on which the preferences of a namespace are reloaded. */
export const refetchEvent = "stoa:commerce-preferences-refetch";

function announce(ref: NamespaceRef): void {
  window.dispatchEvent(new CustomEvent(refetchEvent, { detail: ref }));
}

function withoutOwner(answer: Answer<typeof path, "get">): Preferences {
  return Object.fromEntries(Object.entries(answer).filter(([name]) => name !== "websiteId"));
}

function callOf({ websiteId, namespace }: NamespaceRef) {
  return { path: pathTo(path, { namespace }), headers: { "X-Website-Id": websiteId } };
}

export const preferencesApi = api.injectEndpoints({
  endpoints: (build) => ({
    commercePreferences: build.query<Preferences, NamespaceRef>({
      async queryFn(ref, _api, _extra, call) {
        const answer = await call(callOf(ref));
        if (answer.error === undefined) return { data: withoutOwner(answer.data as Answer<typeof path, "get">) };
        report(answer.error);
        return { error: answer.error };
      },
      providesTags: (_, __, { websiteId, namespace }) => [
        { type: "CommercePreferences", id: `${websiteId}/${namespace}` },
      ],
    }),
    /** Optimistic update first, then the event for other consumers, then the request. */
    saveCommercePreferences: build.mutation<Preferences, NamespaceRef & { preferences: Preferences }>({
      async queryFn({ preferences, ...ref }, { dispatch }, _extra, call) {
        await dispatch(preferencesApi.util.upsertQueryData("commercePreferences", ref, preferences));
        announce(ref);
        const answer = await call({ ...callOf(ref), method: "PUT", body: preferences });
        if (answer.error === undefined) return { data: withoutOwner(answer.data as Answer<typeof path, "put">) };
        report(answer.error);
        const id = `${ref.websiteId}/${ref.namespace}`;
        dispatch(api.util.invalidateTags([{ type: "CommercePreferences", id }]));
        announce(ref);
        return { error: answer.error };
      },
    }),
  }),
});

export const { useCommercePreferencesQuery, useSaveCommercePreferencesMutation } = preferencesApi;
