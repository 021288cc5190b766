import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, RequestOf } from "@/shared/api/types";

const path = "/api/v1/websites/{websiteId}/installment-providers";

export type InstallmentProvider = Answer<typeof path, "get">["providers"][number];
type Change = RequestOf<typeof path, "put">;

const installmentsApi = api.enhanceEndpoints({ addTagTypes: ["Plugin"] }).injectEndpoints({
  endpoints: (build) => ({
    listInstallmentProviders: build.query<InstallmentProvider[], { websiteId: string }>({
      query: (ref) => ({ path: pathTo(path, ref) }),
      transformResponse: (answer: Answer<typeof path, "get">) => answer.providers,
      providesTags: [{ type: "Plugin", id: "INSTALLMENTS" }],
    }),
    saveInstallmentProvider: build.mutation<InstallmentProvider, { websiteId: string; change: Change }>({
      query: ({ change, ...ref }) => ({ path: pathTo(path, ref), method: "PUT", body: change }),
      invalidatesTags: [{ type: "Plugin", id: "INSTALLMENTS" }],
    }),
  }),
});

export const { useListInstallmentProvidersQuery, useSaveInstallmentProviderMutation } = installmentsApi;
