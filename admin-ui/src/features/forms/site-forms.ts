import type { Answer } from "@/shared/api/types";
import { blocksOf, documentIn } from "@/shared/page-document/document";

type Page = Answer<"/api/v1/websites/{websiteId}/pages/{pageId}", "get">;

/** A form that stands on a page; its id is the id of its block. */
export interface SiteForm {
  id: string;
  name: string;
  pageTitle: string;
}

/** The forms of one page, in reading order. */
export function formsIn(page: Page): SiteForm[] {
  const document = documentIn(page.document);
  if (document === null) return [];
  return blocksOf(document)
    .filter((block) => block.kind === "form")
    .map((block) => {
      const name = block.settings["formName"];
      return { id: block.id, name: typeof name === "string" && name !== "" ? name : "Form", pageTitle: page.title };
    });
}
