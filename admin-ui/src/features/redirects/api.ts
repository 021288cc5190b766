import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, RequestOf } from "@/shared/api/types";

const listPath = "/api/v1/websites/{websiteId}/redirects";
const onePath = "/api/v1/websites/{websiteId}/redirects/{redirectId}";

export type Redirect = Answer<typeof listPath, "get">["redirects"][number];
type RedirectChange = RequestOf<typeof listPath, "post">;

interface RedirectRef {
  websiteId: string;
  redirectId: string;
}

const list = { type: "Redirect", id: "LIST" } as const;

const redirectsApi = api.enhanceEndpoints({ addTagTypes: ["Redirect"] }).injectEndpoints({
  endpoints: (build) => ({
    listRedirects: build.query<Redirect[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(listPath, ref) }),
      transformResponse: (answer: Answer<typeof listPath, "get">) => answer.redirects,
      providesTags: [list],
    }),
    createRedirect: build.mutation<Redirect, { websiteId: string; change: RedirectChange }>({
      query: ({ change, ...ref }) => ({ path: pathTo(listPath, ref), method: "POST", body: change }),
      invalidatesTags: (made) => (made ? [list] : []),
    }),
    updateRedirect: build.mutation<Redirect, RedirectRef & { revision: number; change: RedirectChange }>({
      query: ({ revision, change, ...ref }) => ({
        path: pathTo(onePath, ref),
        method: "PUT",
        body: change,
        headers: { "If-Match": `"${revision}"` },
      }),
      invalidatesTags: (saved) => (saved ? [list] : []),
    }),
    deleteRedirect: build.mutation<null, RedirectRef>({
      query: (ref) => ({ path: pathTo(onePath, ref), method: "DELETE" }),
      invalidatesTags: (_, error) => (error ? [] : [list]),
    }),
  }),
});

export const {
  useListRedirectsQuery,
  useCreateRedirectMutation,
  useUpdateRedirectMutation,
  useDeleteRedirectMutation,
} = redirectsApi;
