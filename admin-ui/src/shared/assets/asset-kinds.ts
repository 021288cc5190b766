import type { AssetKind } from "./api";

export const onlyPictures: AssetKind[] = ["picture"];
export const everyKind: AssetKind[] = ["picture", "video", "audio", "document"];

const single: Record<AssetKind, string> = { picture: "picture", video: "film", audio: "recording", document: "document" };
const plural: Record<AssetKind, string> = { picture: "pictures", video: "films", audio: "recordings", document: "documents" };

/** What files of these kinds are called, such as "picture or film". */
export function wordFor(kinds: readonly AssetKind[], count: "one" | "several" = "one"): string {
  if (kinds.length === everyKind.length) return count === "one" ? "file" : "files";
  return kinds.map((kind) => (count === "one" ? single : plural)[kind]).join(" or ");
}
