import { api } from "@/shared/api/base-api";
import { pathTo } from "@/shared/api/path";
import type { Answer, RequestOf } from "@/shared/api/types";
import type { ProductRef } from "./api";

const termsPath =
  "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}/donation-terms";

export type DonationTerms = NonNullable<Answer<typeof termsPath, "get">["terms"]>;
export type TermsChange = RequestOf<typeof termsPath, "put">;

const donationApi = api.injectEndpoints({
  endpoints: (build) => ({
    getDonationTerms: build.query<DonationTerms | null, ProductRef>({
      query: (ref) => ({ path: pathTo(termsPath, ref) }),
      transformResponse: (answer: Answer<typeof termsPath, "get">) => answer.terms ?? null,
      providesTags: (_, __, { itemId }) => [{ type: "Product", id: `${itemId}-donations` }],
    }),
    saveDonationTerms: build.mutation<Answer<typeof termsPath, "put">, ProductRef & { change: TermsChange }>({
      query: ({ change, ...ref }) => ({ path: pathTo(termsPath, ref), method: "PUT", body: change }),
      invalidatesTags: (saved, _, { itemId }) => (saved ? [{ type: "Product", id: `${itemId}-donations` }] : []),
    }),
    removeDonationTerms: build.mutation<null, ProductRef>({
      query: (ref) => ({ path: pathTo(termsPath, ref), method: "DELETE" }),
      invalidatesTags: (_, error, { itemId }) => (error ? [] : [{ type: "Product", id: `${itemId}-donations` }]),
    }),
  }),
});

export const { useGetDonationTermsQuery, useSaveDonationTermsMutation, useRemoveDonationTermsMutation } = donationApi;
