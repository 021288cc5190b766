import { createNextState } from "@reduxjs/toolkit";
import type { PageDocument, ShownIn } from "@/shared/page-document/document";
import { findBlock, findSection } from "./find";
import { duplicateBlock, duplicateSection } from "./operations";

/** How the languages of a part are restricted. */
export type LanguageRule = "all" | "only" | "except";

interface Restricted {
  languages?: ShownIn;
}

/** The rule of a part and the language tags that it names. */
export function ruleOf({ languages }: Restricted): { rule: LanguageRule; tags: string[] } {
  const { only = [], except = [] } = languages ?? {};
  if (only.length > 0) return { rule: "only", tags: only.filter((tag) => !except.includes(tag)) };
  return except.length > 0 ? { rule: "except", tags: except } : { rule: "all", tags: [] };
}

/** Whether a part is shown in a language. */
export function isShownIn(part: Restricted, tag: string): boolean {
  const { only = [], except = [] } = part.languages ?? {};
  return (only.length === 0 || only.includes(tag)) && !except.includes(tag);
}

/** Whether the texts of a part are written for a language alone, so that nothing is translated into it. */
export function isWrittenFor(part: Restricted, tag: string): boolean {
  const { only = [] } = part.languages ?? {};
  return only.length === 1 && only[0] === tag;
}

function changed(document: PageDocument, id: string, languages: ShownIn | null): PageDocument {
  return createNextState(document, (draft) => {
    const part: Restricted | undefined = findBlock(draft, id)?.block ?? findSection(draft, id)?.section;
    if (part === undefined) return;
    if (languages === null) delete part.languages;
    else part.languages = languages;
  });
}

/** The document with other languages of the section or block with this id; a rule without languages is none. */
export function changeLanguages(document: PageDocument, id: string, rule: LanguageRule, tags: string[]): PageDocument {
  return changed(document, id, rule === "all" || tags.length === 0 ? null : { [rule]: tags });
}

/**
 * Duplicates a section or block for a language: the original is hidden in it, and the copy is shown in it alone. The
 * second result is the id of the copy. The document itself if there is no such part, or no space for a copy.
 */
export function replaceInLanguage(
  document: PageDocument,
  part: { type: "block" | "section"; id: string },
  tag: string,
): [PageDocument, string] {
  const copied = part.type === "block" ? duplicateBlock(document, part.id) : duplicateSection(document, part.id);
  const [withCopy, copyId] = copied;
  if (withCopy === document) return copied;
  const original =
    part.type === "block" ? findBlock(document, part.id)?.block : findSection(document, part.id)?.section;
  const { rule, tags } = ruleOf(original ?? {});
  const others = tags.filter((own) => own !== tag);
  const hidden =
    rule === "only" && others.length > 0
      ? changeLanguages(withCopy, part.id, "only", others)
      : changeLanguages(withCopy, part.id, "except", rule === "only" ? [tag] : [...others, tag]);
  return [changeLanguages(hidden, copyId, "only", [tag]), copyId];
}
