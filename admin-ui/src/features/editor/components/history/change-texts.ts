import type { PageDocument } from "@/shared/page-document/document";
import type { HistoryEntry } from "../../api";
import type { BlockKinds } from "../block-kinds";

const verbs: Record<string, string> = { added: "added", changed: "changed", moved: "moved", removed: "removed" };
const pageWords: Record<string, string> = {
  title: "the title",
  navigationTitle: "the navigation title",
  seoTitle: "the SEO title",
  seoDescription: "the SEO description",
};

interface Told {
  change: unknown;
  subject: unknown;
  id: string;
  kind: string;
}

/** Names of the parts of a page. */
export interface Names extends Pick<BlockKinds, "nameOf"> {
  /** The name that the owner gave a section; empty if none. */
  sectionNamed: (id: string) => string;
}

/** Section names from the first document that has them. */
export function namesIn({ nameOf }: BlockKinds, ...documents: PageDocument[]): Names {
  const sections = documents.toReversed().flatMap((document) => document.sections);
  const names = new Map(
    sections.filter(({ settings }) => settings.name?.trim()).map(({ id, settings }) => [id, settings.name?.trim()]),
  );
  return { nameOf, sectionNamed: (id) => names.get(id) ?? "" };
}

function nameOf({ subject, id, kind }: Told, names: Names): string {
  switch (subject) {
    case "page":
      return pageWords[kind] ?? "the page";
    case "section": {
      const own = names.sectionNamed(id);
      return own === "" ? "a section" : `section “${own}”`;
    }
    case "row":
      return "a row";
    default:
      return kind === "" ? "a block" : names.nameOf(kind);
  }
}

/** Text of one change, such as "Text changed". */
export function changeText(change: Told, names: Names): string {
  const words = `${nameOf(change, names)} ${verbs[String(change.change)] ?? "changed"}`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Text of the first few of several changes; empty if there are none. */
export function changesText(changes: Told[], names: Names): string {
  const words = [...new Set(changes.map((change) => changeText(change, names)))];
  const more = words.length > 3 ? ` and ${words.length - 3} more` : "";
  return words.slice(0, 3).join(", ") + more;
}

/** Text of a history entry. */
export function entryText({ kind, changes }: Pick<HistoryEntry, "kind" | "changes">, names: Names): string {
  switch (kind) {
    case "restore":
      return "Restored an older version";
    case "discard":
      return "Reverted to the published version";
    case "mark":
      return "No changes";
    default:
      return changesText(changes, names) || "No changes";
  }
}
