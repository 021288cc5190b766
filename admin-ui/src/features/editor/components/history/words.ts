import type { PageDocument } from "@/shared/page-document/document";
import type { HistoryEntry } from "../../api";
import type { BlockKinds } from "../block-kinds";

const verbs: Record<string, string> = { added: "added", changed: "changed", moved: "moved", removed: "removed" };
const pageWords: Record<string, string> = {
  title: "the title",
  navigationTitle: "the title in the navigation",
  seoTitle: "the title for search engines",
  seoDescription: "the description for search engines",
};

interface Told {
  change: unknown;
  subject: unknown;
  id: string;
  kind: string;
}

/** What things of a page are called. */
export interface Names extends Pick<BlockKinds, "nameOf"> {
  /** The name that its owner gave a section; empty without one. */
  sectionNamed: (id: string) => string;
}

/** The names of sections as they stand in the first document that has them. */
export function namesIn({ nameOf }: BlockKinds, ...documents: PageDocument[]): Names {
  const sections = documents.toReversed().flatMap((document) => document.sections);
  const names = new Map(sections.filter(({ settings }) => settings.name?.trim()).map(({ id, settings }) => [id, settings.name?.trim()]));
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

/** One change in words, such as "Text changed". */
export function changeWords(change: Told, names: Names): string {
  const words = `${nameOf(change, names)} ${verbs[String(change.change)] ?? "changed"}`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The first few of several changes; empty where there is none. */
export function changesWords(changes: Told[], names: Names): string {
  const words = [...new Set(changes.map((change) => changeWords(change, names)))];
  const more = words.length > 3 ? ` and ${words.length - 3} more` : "";
  return words.slice(0, 3).join(", ") + more;
}

/** What somebody did, in words. */
export function entryWords({ kind, changes }: Pick<HistoryEntry, "kind" | "changes">, names: Names): string {
  switch (kind) {
    case "restore":
      return "Brought an older version back";
    case "discard":
      return "Went back to the published version";
    case "mark":
      return "No changes";
    default:
      return changesWords(changes, names) || "No changes";
  }
}
