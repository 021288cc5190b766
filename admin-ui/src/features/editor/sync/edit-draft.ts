import { blocksOf, type PageDocument, type Section } from "@/shared/page-document/document";
import type { MadeStep, Operation, Rules } from "@/shared/document-rules/rules";
import { columnAt } from "../document/find";
import { sameStructure } from "../document/structure";
import { withBlocks } from "../document/with-blocks";
import type { Draft } from "../slice";

/** A draft in the shape of the rules and the server. */
export interface EditDraft {
  page: Record<string, string>;
  document: PageDocument;
}

export function toEditDraft({ document, ...page }: Draft): EditDraft {
  return { document, page };
}

const blocksIn = (section: Section) => blocksOf({ sections: [section] });

/**
 * Both drafts with only the sections that differ, if they have the same sections in the same order, and of these only
 * the blocks that differ, if only blocks do: the diff is the same, with less to compare. Shared parts are recognised by
 * object identity.
 */
export function changedParts(before: EditDraft, after: EditDraft): [EditDraft, EditDraft] {
  const [old, now] = [before.document.sections, after.document.sections];
  if (old.length !== now.length || old.some(({ id }, index) => id !== now[index]?.id)) return [before, after];
  const differing = (sections: Section[]) => sections.filter((_, index) => old[index] !== now[index]);
  const cuts = sameStructure(before.document, after.document);
  const only = (draft: EditDraft, other: Section[]): EditDraft => {
    const shared = new Set(cuts ? differing(other).flatMap(blocksIn) : []);
    const sections = differing(draft.document.sections).map((section) =>
      withBlocks(section, ({ blocks }) => blocks.filter((block) => !shared.has(block))),
    );
    return { ...draft, document: { ...draft.document, sections } };
  };
  return [only(before, now), only(after, old)];
}

/** Ids of the parts whose settings the steps change; null if steps also add, move or remove parts. */
function changedPartIds(steps: Operation[][]): Set<string> | null {
  const parts = new Set<string>();
  for (const { op, id } of steps.flat()) {
    if (op === "set" && typeof id === "string") parts.add(id);
    else if (op !== "setPage") return null;
  }
  return parts;
}

function holds(section: Section, parts: Set<string>): boolean {
  return (
    parts.has(section.id) ||
    section.rows.some(({ id }) => parts.has(id)) ||
    blocksIn(section).some(({ id }) => parts.has(id))
  );
}

/**
 * Applies steps to a draft, one after the other. If they only change settings, the rules receive just the sections and
 * blocks concerned, and all other objects stay identical: typing costs as much on a long page as on a short one.
 */
export function applySteps(
  rules: Rules,
  draft: EditDraft,
  steps: Operation[][],
): { draft: EditDraft; steps: MadeStep[] } {
  if (steps.length === 0) return { draft, steps: [] };
  const parts = changedPartIds(steps);
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
    return withBlocks(
      after,
      (_, place) => columnAt({ sections: [section] }, place)?.blocks.map((block) => set.get(block.id) ?? block) ?? [],
    );
  };
  return {
    draft: { page: made.draft.page, document: { ...draft.document, sections: sections.map(whole) } },
    steps: made.steps,
  };
}

export function fromEditDraft({ document, page }: EditDraft): Draft {
  const text = (name: string) => page[name] ?? "";
  return {
    document,
    title: text("title"),
    navigationTitle: text("navigationTitle"),
    seoTitle: text("seoTitle"),
    seoDescription: text("seoDescription"),
  };
}
