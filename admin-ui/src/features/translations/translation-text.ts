import { t } from "@lingui/core/macro";
import type { ImportedChange, KindProgress, TranslatedKind, TranslatedResource, TranslationState } from "./api";

export const kindLabels: Record<TranslatedKind, string> = {
  get page() {
    return t`Pages`;
  },
  get post() {
    return t`Posts and other items`;
  },
  get experiment() {
    return t`Variants of experiments`;
  },
  get product() {
    return t`Products`;
  },
  get category() {
    return t`Categories`;
  },
  get tag() {
    return t`Tags and categories of posts`;
  },
  get "shipping-option"() {
    return t`Shipping options`;
  },
  get discount() {
    return t`Discounts`;
  },
  get "tax-rule"() {
    return t`Taxes`;
  },
  get payment() {
    return t`Payment methods`;
  },
  get store() {
    return t`Checkout and restock notices`;
  },
  get image() {
    return t`Image descriptions`;
  },
  get navigation() {
    return t`Navigation`;
  },
  get "header-footer"() {
    return t`Header and footer`;
  },
  get website() {
    return t`Site title and cookie banner`;
  },
};

/** What a contributor needs to change texts of a kind, besides the content. */
export const protectedBy = {
  page: "content",
  post: "content",
  experiment: "content",
  product: "products",
  category: "products",
  tag: "content",
  "shipping-option": "discounts-tax-shipping",
  discount: "discounts-tax-shipping",
  "tax-rule": "discounts-tax-shipping",
  payment: "plugins",
  store: "discounts-tax-shipping",
  image: "content",
  navigation: "navigation",
  "header-footer": "design",
  website: "site-settings",
} as const satisfies Record<TranslatedKind, string>;

export const kinds = Object.keys(kindLabels) as TranslatedKind[];

/** Whether resources of a kind have addresses. */
export function hasAddress(kind: TranslatedKind): boolean {
  return kind === "page" || kind === "post" || kind === "product" || kind === "category";
}

export function isKind(text: string | undefined): text is TranslatedKind {
  return text !== undefined && text in kindLabels;
}

export const stateLabels: Record<TranslationState, string> = {
  get missing() {
    return t`Not translated`;
  },
  get outdated() {
    return t`Outdated`;
  },
  get complete() {
    return t`Complete`;
  },
};

export const stateOptions = (Object.keys(stateLabels) as TranslationState[]).map((value) => ({
  value,
  get label() {
    return stateLabels[value];
  },
}));

/** How far a resource is translated, such as `3 of 8 missing, 1 outdated`. */
export function countsText({ total, missing, outdated }: TranslatedResource["counts"]): string {
  const parts = [
    missing > 0 ? t`${missing} of ${total} missing` : "",
    outdated > 0 ? t`${outdated} outdated` : "",
  ].filter((part) => part !== "");
  return parts.length === 0 ? t`Complete` : parts.join(", ");
}

/** How much of a kind is translated, such as `2 of 5 complete`. */
export function progressText({ resources, complete, hasMore }: KindProgress): string {
  if (resources === 0) return t`Nothing to translate`;
  return hasMore ? t`${complete} of ${resources}+ complete` : t`${complete} of ${resources} complete`;
}

export const changeLabels: Record<ImportedChange["change"], string> = {
  get added() {
    return t`Added`;
  },
  get changed() {
    return t`Changed`;
  },
  get "original-changed"() {
    return t`Original changed`;
  },
  get unknown() {
    return t`Unknown text`;
  },
};

/** Elements that the rich-text editor keeps. */
const simple = new Set("p br strong b em i u s a ul ol li h1 h2 h3 h4 blockquote code pre hr".split(" "));
const alignment = /\sstyle="text-align:\s?(?:left|center|right|justify);?"/gi;

/** Whether the rich-text editor can edit this HTML without loss. */
export function isSimpleHtml(html: string): boolean {
  const names = [...html.matchAll(/<\/?([a-z][a-z0-9]*)/gi)].map(([, name = ""]) => name.toLowerCase());
  return names.every((name) => simple.has(name)) && !/\s(?:class|id|style)=/i.test(html.replace(alignment, ""));
}
