import { t } from "@lingui/core/macro";
import type { DraftChange } from "@/shared/document-rules/rules";
import type { PageDocument } from "@/shared/page-document/document";
import type { HistoryEntry } from "../../api";
import type { BlockKinds } from "../block-kinds";

/** Texts of changes by what was done to a part. */
const changed: Readonly<Record<DraftChange["change"], (part: string) => string>> = {
  added: (part) => t`${part} added`,
  changed: (part) => t`${part} changed`,
  moved: (part) => t`${part} moved`,
  removed: (part) => t`${part} removed`,
};
const pageParts: Readonly<Record<string, string>> = {
  get title() {
    return t`the title`;
  },
  get navigationTitle() {
    return t`the navigation title`;
  },
  get seoTitle() {
    return t`the SEO title`;
  },
  get seoDescription() {
    return t`the SEO description`;
  },
};

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

function nameOf({ subject, id, kind }: DraftChange, names: Names): string {
  switch (subject) {
    case "page":
      return pageParts[kind] ?? t`the page`;
    case "section": {
      const own = names.sectionNamed(id);
      return own === "" ? t`a section` : t`section “${own}”`;
    }
    case "row":
      return t`a row`;
    case "block":
      return kind === "" ? t`a block` : names.nameOf(kind);
  }
}

/** Text of one change, such as "Text changed". */
export function changeText(change: DraftChange, names: Names): string {
  const part = nameOf(change, names);
  const words = changed[change.change](part);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Text of the first few of several changes; empty if there are none. */
export function changesText(changes: DraftChange[], names: Names): string {
  const words = [...new Set(changes.map((change) => changeText(change, names)))];
  const shown = words.slice(0, 3).join(", ");
  const more = words.length - 3;
  return more > 0 ? t`${shown} and ${more} more` : shown;
}

export function entryText({ kind, changes }: Pick<HistoryEntry, "kind" | "changes">, names: Names): string {
  switch (kind) {
    case "restore":
      return t`Restored an older version`;
    case "discard":
      return t`Reverted to the published version`;
    case "mark":
      return t`No changes`;
    default:
      return changesText(changes, names) || t`No changes`;
  }
}
