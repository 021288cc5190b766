import type { PageDocument } from "@/shared/page-document/document";
import type { Draft } from "../slice";

/** A draft in the shape that rules and server read. */
export interface EditDraft {
  page: Record<string, string>;
  document: PageDocument;
}

export function ruled({ document, ...page }: Draft): EditDraft {
  return { document, page };
}

export function unruled({ document, page }: EditDraft): Draft {
  const text = (name: string) => page[name] ?? "";
  return {
    document,
    title: text("title"),
    navigationTitle: text("navigationTitle"),
    seoTitle: text("seoTitle"),
    seoDescription: text("seoDescription"),
  };
}
