import { formatCount } from "@/shared/i18n/format";
import type { ImportedChange, KindProgress, TranslatedKind, TranslatedResource, TranslationState } from "./api";

export const kindLabels: Record<TranslatedKind, string> = {
  page: "Pages",
  post: "Posts and other items",
  product: "Products",
  category: "Categories",
  navigation: "Navigation",
  "header-footer": "Header and footer",
  website: "Site title",
};

/** What a contributor needs to change texts of a kind, besides the content. */
export const protectedBy = {
  page: "content",
  post: "content",
  product: "products",
  category: "products",
  navigation: "navigation",
  "header-footer": "design",
  website: "site-settings",
} as const satisfies Record<TranslatedKind, string>;

export const kinds = Object.keys(kindLabels) as TranslatedKind[];

export function isKind(text: string | undefined): text is TranslatedKind {
  return text !== undefined && text in kindLabels;
}

export const stateLabels: Record<TranslationState, string> = {
  missing: "Not translated",
  outdated: "Outdated",
  complete: "Complete",
};

export const stateOptions = (Object.keys(stateLabels) as TranslationState[]).map((value) => ({
  value,
  label: stateLabels[value],
}));

/** How far a resource is translated, such as `3 of 8 missing, 1 outdated`. */
export function countsText({ total, missing, outdated }: TranslatedResource["counts"]): string {
  const parts = [
    missing > 0 ? `${missing} of ${total} missing` : "",
    outdated > 0 ? `${outdated} outdated` : "",
  ].filter((part) => part !== "");
  return parts.length === 0 ? "Complete" : parts.join(", ");
}

/** How much of a kind is translated, such as `2 of 5 complete`. */
export function progressText({ resources, complete, hasMore }: KindProgress): string {
  if (resources === 0) return "Nothing to translate";
  return `${complete} of ${resources}${hasMore ? "+" : ""} complete`;
}

export const changeLabels: Record<ImportedChange["change"], string> = {
  added: "Added",
  changed: "Changed",
  "original-changed": "Original changed",
  unknown: "Unknown text",
};

export function textsText(count: number): string {
  return formatCount(count, "text", "texts");
}

/** Elements that the rich-text editor keeps. */
const simple = new Set("p br strong b em i u s a ul ol li h2 h3 h4 blockquote code pre hr".split(" "));

/** Whether the rich-text editor can edit this HTML without loss. */
export function isSimpleHtml(html: string): boolean {
  const names = [...html.matchAll(/<\/?([a-z][a-z0-9]*)/gi)].map(([, name = ""]) => name.toLowerCase());
  return names.every((name) => simple.has(name)) && !/\s(?:class|id|style)=/i.test(html);
}
