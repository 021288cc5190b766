import type { Answer } from "@/shared/api/types";

export type Arranged = Pick<Answer<"/api/v1/websites/{websiteId}/header-footer/draft", "get">, "header" | "footer">;

/** A version of header and footer. */
interface ArrangedVersion extends Arranged {
  madeFrom: number | null;
  publishedOn: number | null;
}

/** Versions in order: the number of a version is its 1-based index. */
interface HeaderFooterState {
  versions: ArrangedVersion[];
  worked: number;
  revision: number;
  published: Arranged;
}

export function sampleHeaderFooter(): HeaderFooterState {
  const arranged: Arranged = {
    header: {
      layout: "theme",
      logo: { assetId: null, altText: "", mobileHeight: null, desktopHeight: null },
      button: { label: "", url: "", newWindow: false },
      announcementBar: { enabled: false, text: "", link: null },
      popupOverlay: {
        enabled: false,
        title: "",
        text: "",
        picture: { assetId: null, altText: "" },
        pages: { on: "all", ids: [] },
        button: { label: "", url: "" },
        newsletter: { enabled: false, mailingList: "", submitButtonText: "", successMessage: "", disclaimer: "" },
        trigger: "delay",
        seconds: 5,
        percent: 50,
        days: 30,
      },
      showCart: true,
      showAccountLogin: true,
      sticky: false,
      languageSwitch: "footer",
    },
    footer: { sections: [], showSocialLinks: true },
  };
  return {
    versions: [{ ...arranged, madeFrom: null, publishedOn: 1_700_000_000_000 }],
    worked: 1,
    revision: 0,
    published: arranged,
  };
}
