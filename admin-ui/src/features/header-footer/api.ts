import { api } from "@/shared/api/base-api";

const path = "/api/site-header-footer";

/** What the screen knows of a header; other keys go back as they came. */
export interface Header {
  layout: string;
  showCart: boolean;
  showAccountLogin: boolean;
  sticky: boolean;
  announcementBar: { enabled: boolean; text: string; link: { url: string; newWindow?: boolean } | null };
  [key: string]: unknown;
}

export interface Footer {
  sections: { title: string; text: string }[];
  showSocialLinks: boolean;
  [key: string]: unknown;
}

export interface HeaderFooter {
  header: Header;
  footer: Footer;
}

const headerFooterApi = api.injectEndpoints({
  endpoints: (build) => ({
    getHeaderFooter: build.query<HeaderFooter, { websiteId: string }>({
      query: ({ websiteId }) => ({ path, headers: { "X-Website-Id": websiteId } }),
      providesTags: [{ type: "HeaderFooter", id: "SITE" }],
    }),
    saveHeaderFooter: build.mutation<HeaderFooter, { websiteId: string; arranged: HeaderFooter }>({
      query: ({ websiteId, arranged }) => ({ path, method: "PUT", body: arranged, headers: { "X-Website-Id": websiteId } }),
      async onQueryStarted({ websiteId }, { dispatch, queryFulfilled }) {
        const saved = await queryFulfilled.catch(() => null);
        if (saved) void dispatch(headerFooterApi.util.upsertQueryData("getHeaderFooter", { websiteId }, saved.data));
      },
    }),
  }),
});

export const { useGetHeaderFooterQuery, useSaveHeaderFooterMutation } = headerFooterApi;
