import type { DraftChange } from "@/shared/document-rules/rules";
import type { HistoryEntry } from "../../api";
import type { BlockKinds } from "../block-kinds";

const verbs: Record<string, string> = { added: "added", changed: "changed", moved: "moved", removed: "removed" };
const pageWords: Record<string, string> = {
  title: "the title",
  navigationTitle: "the title in the navigation",
  seoTitle: "the title for search engines",
  seoDescription: "the description for search engines",
};

type Told = Pick<DraftChange, "subject" | "kind"> | { subject: unknown; kind: string };

function nameOf({ subject, kind }: Told, kinds: BlockKinds): string {
  switch (subject) {
    case "page":
      return pageWords[kind] ?? "the page";
    case "section":
      return "a section";
    case "row":
      return "a row";
    default:
      return kind === "" ? "a block" : kinds.nameOf(kind);
  }
}

/** One change in words, such as "Text changed". */
export function changeWords(change: { change: unknown; subject: unknown; kind: string }, kinds: BlockKinds): string {
  const words = `${nameOf(change, kinds)} ${verbs[String(change.change)] ?? "changed"}`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What somebody did, in words. */
export function entryWords({ kind, changes }: HistoryEntry, kinds: BlockKinds): string {
  switch (kind) {
    case "restore":
      return "Brought an older version back";
    case "discard":
      return "Went back to the published version";
    case "mark":
      return "No changes";
    default: {
      const words = [...new Set(changes.map((change) => changeWords(change, kinds)))];
      if (words.length === 0) return "No changes";
      const more = words.length > 3 ? ` and ${words.length - 3} more` : "";
      return words.slice(0, 3).join(", ") + more;
    }
  }
}
