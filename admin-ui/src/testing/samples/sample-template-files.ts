import type { Answer } from "@/shared/api/types";

/** A file as stored in the back end. */
export interface StoredFile {
  original: string | null;
  draft: string | null;
  published: string | null;
  revision: number;
}

export function sampleTemplateFiles(): Record<string, StoredFile> {
  const original = (text: string): StoredFile => ({ original: text, draft: null, published: null, revision: 0 });
  return {
    "site.region": original("<!doctype html>\n<body>{stoa.main-content}</body>"),
    "page.item": original("<main>\n  {body}\n</main>"),
    "header.block": original("<header>{website.siteTitle|html}</header>"),
    "assets/site.css": original("body { margin: 0 }"),
  };
}

export type StoredVersion = Answer<"/api/v1/websites/{websiteId}/template-versions", "get">["versions"][number];
