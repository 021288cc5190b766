import type { Answer } from "@/shared/api/types";
import { day, now } from "./sample-data";

type Page = Answer<"/api/v1/websites/{websiteId}/pages/{pageId}", "get">;
type SiteLayout = Answer<"/api/commondata/GetSiteLayout", "get">;

export function sampleLayout(): SiteLayout {
  const page = (collectionId: string) => ({ collectionId, externalLink: null, memberAreaId: null, children: [] });
  const [first, second, third] = samplePages();
  return {
    layout: [
      { identifier: "mainNav", title: "Main Navigation", links: [page(first?.id ?? ""), page(second?.id ?? "")] },
      { identifier: "footerNav", title: "Footer Navigation", links: [] },
      { identifier: "_hidden", title: "Not Linked", links: [page(third?.id ?? "")] },
    ],
    templateId: "linen",
    revision: 3,
  };
}

const section = { tone: "default", width: "normal", padding: "medium" } as const;

function sampleDocument(title: string): Page["document"] {
  return {
    version: 1,
    sections: [
      {
        id: "s-hero",
        settings: { ...section, width: "full", padding: "none" },
        rows: [
          {
            id: "r-hero",
            columns: [
              {
                span: 12,
                blocks: [
                  {
                    id: "b-hero",
                    kind: "hero",
                    settings: {
                      heading: title,
                      html: "<p>Stoneware, tea and linen for slow mornings.</p>",
                      buttonLabel: "Visit the shop",
                      buttonUrl: "/shop",
                    },
                  },
                ],
              },
            ],
          },
        ],
      },
      {
        id: "s-story",
        settings: section,
        rows: [
          {
            id: "r-story",
            columns: [
              { span: 6, blocks: [{ id: "b-image", kind: "image", settings: { asset: "a-1" } }] },
              {
                span: 6,
                blocks: [
                  {
                    id: "b-story",
                    kind: "text",
                    settings: {
                      html: "<h2>From the kiln</h2><p>Each piece is thrown, trimmed and glazed by two people in a former dairy.</p>",
                    },
                  },
                  { id: "b-button", kind: "button", settings: { label: "Our story", url: "/about" } },
                ],
              },
            ],
          },
        ],
      },
      {
        id: "s-questions",
        settings: { ...section, tone: "muted" },
        rows: [
          {
            id: "r-questions",
            columns: [
              {
                span: 12,
                blocks: [
                  {
                    id: "b-questions",
                    kind: "accordion",
                    settings: {
                      title: "Questions",
                      items: [
                        { title: "Is it dishwasher safe?", html: "<p>Yes.</p>" },
                        { title: "Do you ship abroad?", html: "<p>To most countries.</p>" },
                      ],
                    },
                  },
                  { id: "b-form", kind: "form", settings: { formName: "Contact", title: "Write to us" } },
                ],
              },
            ],
          },
        ],
      },
    ],
  };
}

function samplePage(index: number, title: string, kind: Page["kind"]): Page {
  const urlId = index === 0 ? "" : title.toLowerCase();
  return {
    id: kind === "store" ? "col-shop" : `pg-${index}`,
    kind,
    collectionType: kind === "store" ? "products" : kind === "blog" ? "generic" : "page",
    title,
    navigationTitle: title,
    urlId,
    fullUrl: `/${urlId}`,
    hasReservedAddress: false,
    isHome: index === 0,
    inMainNav: index > 0,
    enabled: true,
    hasUnpublishedChanges: index === 1,
    isPublished: true,
    status: "published",
    publishOn: null,
    access: "public",
    standing: `as-${index}`,
    folderBehavior: null,
    noIndex: false,
    isSplash: false,
    updatedOn: now - index * 2 * day,
    document: sampleDocument(index === 0 ? "Made to be used" : title),
    revision: 3,
    publishedRevision: 3,
    publishedOn: now - 3 * day,
    seoTitle: "",
    seoDescription: "",
  };
}

export function samplePages(): Page[] {
  return [
    samplePage(0, "Home", "page"),
    samplePage(1, "About", "page"),
    samplePage(2, "Shop", "store"),
    samplePage(3, "Journal", "blog"),
    samplePage(4, "Contact", "page"),
  ];
}
