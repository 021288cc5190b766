import type { PageDocument, Section } from "@/shared/page-document/document";
import type { MadeStep, Operation, Rules } from "@/shared/document-rules/rules";
import type { Draft } from "../slice";

/** A draft in the shape that rules and server read. */
export interface EditDraft {
  page: Record<string, string>;
  document: PageDocument;
}

export function ruled({ document, ...page }: Draft): EditDraft {
  return { document, page };
}

/**
 * Both drafts with only the sections that differ, if they have the same sections in the same order: what is told apart is
 * the same, with less to compare. Parts that both share are known by being one object.
 */
export function changedParts(before: EditDraft, after: EditDraft): [EditDraft, EditDraft] {
  const [old, now] = [before.document.sections, after.document.sections];
  if (old.length !== now.length || old.some(({ id }, index) => id !== now[index]?.id)) return [before, after];
  const differs = (_: Section, index: number) => old[index] !== now[index];
  const only = (draft: EditDraft): EditDraft => ({ ...draft, document: { ...draft.document, sections: draft.document.sections.filter(differs) } });
  return [only(before), only(after)];
}

/** The parts that steps change where they stand; null when they also add, move or take out. */
function partsSet(steps: Operation[][]): Set<string> | null {
  const parts = new Set<string>();
  for (const { op, id } of steps.flat()) {
    if (op === "set" && typeof id === "string") parts.add(id);
    else if (op !== "setPage") return null;
  }
  return parts;
}

function holds({ id, rows }: Section, parts: Set<string>): boolean {
  return parts.has(id) || rows.some((row) => parts.has(row.id) || row.columns.some(({ blocks }) => blocks.some((block) => parts.has(block.id))));
}

/**
 * Steps made on a draft, one after the other. Where they change nothing but settings, the rules are given the sections these
 * are in, and all others stay the same objects: typing costs as much on a long page as on a short one.
 */
export function applied(rules: Rules, draft: EditDraft, steps: Operation[][]): { draft: EditDraft; steps: MadeStep[] } {
  const parts = partsSet(steps);
  if (parts === null) return rules.apply(draft, steps);
  const { sections } = draft.document;
  const touched = sections.filter((section) => holds(section, parts));
  const made = rules.apply({ ...draft, document: { ...draft.document, sections: touched } }, steps);
  const changed = new Map(made.draft.document.sections.map((section) => [section.id, section]));
  const document = { ...draft.document, sections: sections.map((section) => changed.get(section.id) ?? section) };
  return { draft: { page: made.draft.page, document }, steps: made.steps };
}

export function unruled({ document, page }: EditDraft): Draft {
  const text = (name: string) => page[name] ?? "";
  return {
    document,
    title: text("title"),
    navigationTitle: text("navigationTitle"),
    seoTitle: text("seoTitle"),
    seoDescription: text("seoDescription"),
  };
}
