import type { Answer } from "@/shared/api/types";

export type Item = Answer<"/api/v1/websites/{websiteId}/items/{itemId}", "get">;

const now = Date.UTC(2026, 6, 20, 9, 30);
const day = 86_400_000;

function sampleItem(index: number, title: string, more: Partial<Item>): Item {
  const urlId = title.toLowerCase().replaceAll(" ", "-");
  return {
    id: `it-${index}`,
    collectionId: "pg-3",
    collectionType: "generic",
    title,
    urlId,
    fullUrl: `/journal/${urlId}`,
    status: "published",
    publishOn: null,
    publishedOn: now - index * day,
    isPublished: true,
    hasUnpublishedChanges: false,
    isPrivate: false,
    standing: `as-${index}`,
    starred: index === 0,
    author: "Mira Okafor",
    tags: ["clay"],
    categories: ["Workshop"],
    startsOn: null,
    endsOn: null,
    createdOn: now - index * day,
    updatedOn: now - index * day,
    excerpt: "",
    imageId: null,
    externalLink: "",
    datedOn: null,
    location: null,
    seoTitle: "",
    seoDescription: "",
    noIndex: false,
    shareImageId: null,
    revision: 1,
    draftRevision: 1,
    ...more,
  };
}

export function sampleItems(): Item[] {
  const unseen = { isPublished: false, publishedOn: null, hasUnpublishedChanges: true };
  return [
    sampleItem(0, "Eleven tiles", { tags: ["clay", "glazes"] }),
    sampleItem(1, "Kiln opening", { ...unseen, status: "scheduled", publishOn: now + day, categories: ["Studio"] }),
    sampleItem(2, "Salt", { ...unseen, status: "needs-review" }),
    sampleItem(3, "A first note", { ...unseen, status: "draft" }),
    sampleItem(4, "For our own eyes", { status: "private", isPrivate: true }),
  ];
}
