import { t } from "@lingui/core/macro";
import type { AssetKind } from "./api";

export const onlyImages: AssetKind[] = ["picture"];
export const allAssetKinds: AssetKind[] = ["picture", "video", "audio", "document"];

const single: Record<AssetKind, string> = {
  get picture() {
    return t`image`;
  },
  get video() {
    return t`video`;
  },
  get audio() {
    return t`audio file`;
  },
  get document() {
    return t`document`;
  },
};
const plural: Record<AssetKind, string> = {
  get picture() {
    return t`images`;
  },
  get video() {
    return t`videos`;
  },
  get audio() {
    return t`audio files`;
  },
  get document() {
    return t`documents`;
  },
};

/** Noun for these kinds of files, such as "image or video". */
export function kindNoun(kinds: readonly AssetKind[], count: "one" | "several" = "one"): string {
  if (kinds.length === allAssetKinds.length) return count === "one" ? t`file` : t`files`;
  const nouns = kinds.map((kind) => (count === "one" ? single : plural)[kind]);
  return nouns.length === 0 ? "" : nouns.reduce((some, other) => t`${some} or ${other}`);
}
