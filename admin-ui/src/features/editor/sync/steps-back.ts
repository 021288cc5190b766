import type { Operation, Rules } from "@/shared/document-rules/rules";
import { applied, type EditDraft } from "./ruled-draft";

/** A step that can be taken back, or made again. */
export interface StepBack {
  /** The step, as `client/number`. */
  key: string;
  inverses: Operation[];
}

/** One's own steps: those that can be taken back and those that can be made again, the next one last. */
export interface StepsBack {
  undo: StepBack[];
  redo: StepBack[];
}

const most = 100;

/** A step as the log tells it. */
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

/** What the stacks are after one more own step. A step of another tab counts like one of this. */
export function afterStep({ undo, redo }: StepsBack, step: OwnStep): StepsBack {
  const entry = { key: stepKey(step.client, step.number), inverses: step.inverses };
  const others = (list: StepBack[]) => list.filter(({ key }) => key !== step.undoes);
  switch (step.kind) {
    case "undo":
      return { undo: others(undo), redo: [...redo, entry].slice(-most) };
    case "redo":
      return { undo: [...undo, entry].slice(-most), redo: others(redo) };
    default:
      return { undo: [...undo, entry].slice(-most), redo: [] };
  }
}

/** The draft before and after the step that comes next to be taken back, or made again. */
export function aroundStep(rules: Rules, draft: EditDraft, steps: StepsBack, kind: keyof StepsBack): { before: EditDraft; after: EditDraft } {
  const there = applied(rules, draft, [steps[kind].at(-1)?.inverses ?? []]).draft;
  return kind === "undo" ? { before: there, after: draft } : { before: draft, after: there };
}

export function stepsBackOf(steps: OwnStep[]): StepsBack {
  return steps.reduce(afterStep, { undo: [], redo: [] });
}
