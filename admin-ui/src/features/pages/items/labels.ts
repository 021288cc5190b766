import { t } from "@lingui/core/macro";
import type { RequestOf } from "@/shared/api/types";

/** Kinds of labels. */
export type TagType = RequestOf<"/api/v1/websites/{websiteId}/collections/{collectionId}/labels", "post">["kind"];

/** Maximum length in characters. */
export const longest: Record<TagType, number> = { tag: 50, category: 25 };

export function existsAlready(kind: TagType): string {
  return kind === "tag" ? t`This tag already exists` : t`This category already exists`;
}

export function editOne(kind: TagType): string {
  return kind === "tag" ? t`You may only edit one tag at a time` : t`You may only edit one category at a time`;
}
