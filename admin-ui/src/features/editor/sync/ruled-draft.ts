import { blocksOf, type PageDocument, type Section } from "@/shared/page-document/document";
import type { MadeStep, Operation, Rules } from "@/shared/document-rules/rules";
import { columnAt } from "../document/find";
import { sameStructure } from "../document/structure";
import { withBlocks } from "../document/with-blocks";
import type { Draft } from "../slice";

/** A draft in the shape that rules and server read. */
export interface EditDraft {
  page: Record<string, string>;
  document: PageDocument;
}

export function ruled({ document, ...page }: Draft): EditDraft {
  return { document, page };
}

const blocksIn = (section: Section) => blocksOf({ sections: [section] });

/**
 * Both drafts with only the sections that differ, if they have the same sections in the same order, and of these only the
 * blocks that differ, if nothing but blocks does: what is told apart is the same, with less to compare. Parts that both share
 * are known by being one object.
 */
export function changedParts(before: EditDraft, after: EditDraft): [EditDraft, EditDraft] {
  const [old, now] = [before.document.sections, after.document.sections];
  if (old.length !== now.length || old.some(({ id }, index) => id !== now[index]?.id)) return [before, after];
  const differing = (sections: Section[]) => sections.filter((_, index) => old[index] !== now[index]);
  const cuts = sameStructure(before.document, after.document);
  const only = (draft: EditDraft, other: Section[]): EditDraft => {
    const shared = new Set(cuts ? differing(other).flatMap(blocksIn) : []);
    const sections = differing(draft.document.sections).map((section) => withBlocks(section, ({ blocks }) => blocks.filter((block) => !shared.has(block))));
    return { ...draft, document: { ...draft.document, sections } };
  };
  return [only(before, now), only(after, old)];
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

function holds(section: Section, parts: Set<string>): boolean {
  return parts.has(section.id) || section.rows.some(({ id }) => parts.has(id)) || blocksIn(section).some(({ id }) => parts.has(id));
}

/**
 * Steps made on a draft, one after the other. Where they change nothing but settings, the rules are given the sections these
 * are in, with no more blocks than are set, and all else stays the same objects: typing costs as much on a long page as on a
 * short one.
 */
export function applied(rules: Rules, draft: EditDraft, steps: Operation[][]): { draft: EditDraft; steps: MadeStep[] } {
  if (steps.length === 0) return { draft, steps: [] };
  const parts = partsSet(steps);
  if (parts === null) return rules.apply(draft, steps);
  const { sections } = draft.document;
  const touched = sections
    .filter((section) => holds(section, parts))
    .map((section) => withBlocks(section, ({ blocks }) => blocks.filter(({ id }) => parts.has(id))));
  const made = rules.apply({ ...draft, document: { ...draft.document, sections: touched } }, steps);
  const changed = new Map(made.draft.document.sections.map((section) => [section.id, section]));
  const whole = (section: Section): Section => {
    const after = changed.get(section.id);
    if (after === undefined) return section;
    const set = new Map(blocksIn(after).map((block) => [block.id, block]));
    return withBlocks(after, (_, place) => columnAt({ sections: [section] }, place)?.blocks.map((block) => set.get(block.id) ?? block) ?? []);
  };
  return { draft: { page: made.draft.page, document: { ...draft.document, sections: sections.map(whole) } }, steps: made.steps };
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
