import type { Operation } from "@/shared/document-rules/rules";
import { plainText } from "../text-diff/plain-text";
import type { Step } from "./outbox";

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(textsIn);
  return [];
}

/** Option names, such as "center", and ids are one word; prose has several words or contains tags. */
const isProse = (text: string) => /[\s<]/.test(text.trim());

/** The prose in steps, to be copied: the last value of each setting. */
export function textsOfSteps(steps: Step[]): string {
  const byPlace = new Map<string, string[]>();
  const operations: Operation[] = steps.flatMap((step) => step.operations);
  operations.forEach(({ op, id, path, value, block, row, section }, index) => {
    if (op === "set" || op === "setPage") byPlace.set(JSON.stringify([id, path]), textsIn(value));
    else byPlace.set(String(index), textsIn([block, row, section]).filter(isProse));
  });
  return [...byPlace.values()].flat().map(plainText).filter(Boolean).join("\n\n");
}
