import type { Operation, Rules } from "@/shared/document-rules/rules";
import { applySteps, type EditDraft } from "./edit-draft";

/** A step that can be undone or redone. */
interface UndoableStep {
  /** Step key, as `client/number`. */
  key: string;
  inverses: Operation[];
}

/** The user's undo and redo stacks, the next step last. */
export interface UndoStacks {
  undo: UndoableStep[];
  redo: UndoableStep[];
}

const maxEntries = 100;

/** A step as the log describes it. */
export interface OwnStep {
  client: string;
  number: number;
  kind: string;
  undoes?: string | null;
  inverses: Operation[];
}

export function stepKey(client: string, number: number): string {
  return `${client}/${String(number)}`;
}

/** The stacks after one more step of the user. A step from another tab counts as well. */
export function stacksAfterStep({ undo, redo }: UndoStacks, step: OwnStep): UndoStacks {
  const entry = { key: stepKey(step.client, step.number), inverses: step.inverses };
  const others = (list: UndoableStep[]) => list.filter(({ key }) => key !== step.undoes);
  switch (step.kind) {
    case "undo":
      return { undo: others(undo), redo: [...redo, entry].slice(-maxEntries) };
    case "redo":
      return { undo: [...undo, entry].slice(-maxEntries), redo: others(redo) };
    default:
      return { undo: [...undo, entry].slice(-maxEntries), redo: [] };
  }
}

/** The draft before and after the next step to undo or redo. */
export function draftsAroundStep(
  rules: Rules,
  draft: EditDraft,
  steps: UndoStacks,
  kind: keyof UndoStacks,
): { before: EditDraft; after: EditDraft } {
  const there = applySteps(rules, draft, [steps[kind].at(-1)?.inverses ?? []]).draft;
  return kind === "undo" ? { before: there, after: draft } : { before: draft, after: there };
}

export function undoStacksOf(steps: OwnStep[]): UndoStacks {
  return steps.reduce(stacksAfterStep, { undo: [], redo: [] });
}
