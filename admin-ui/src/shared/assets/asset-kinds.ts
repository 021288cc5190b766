import type { AssetKind } from "./api";

export const onlyImages: AssetKind[] = ["picture"];
export const allAssetKinds: AssetKind[] = ["picture", "video", "audio", "document"];

const single: Record<AssetKind, string> = {
  picture: "image",
  video: "video",
  audio: "audio file",
  document: "document",
};
const plural: Record<AssetKind, string> = {
  picture: "images",
  video: "videos",
  audio: "audio files",
  document: "documents",
};

/** Noun for these kinds of files, such as "image or video". */
export function kindNoun(kinds: readonly AssetKind[], count: "one" | "several" = "one"): string {
  if (kinds.length === allAssetKinds.length) return count === "one" ? "file" : "files";
  return kinds.map((kind) => (count === "one" ? single : plural)[kind]).join(" or ");
}
