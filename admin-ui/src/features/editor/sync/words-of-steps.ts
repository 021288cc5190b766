import type { Operation } from "@/shared/document-rules/rules";
import { plainWords } from "../wording/plain-words";
import type { Step } from "./outbox";

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(textsIn);
  return [];
}

/** Names of choices, such as "center", and ids are one word; what people write is more, or stands in tags. */
const isWritten = (text: string) => /[\s<]/.test(text.trim());

/** What was written in steps, to be copied: of each setting what stood there last. */
export function wordsOf(steps: Step[]): string {
  const byPlace = new Map<string, string[]>();
  const operations: Operation[] = steps.flatMap((step) => step.operations);
  operations.forEach(({ op, id, path, value, block, row, section }, index) => {
    if (op === "set" || op === "setPage") byPlace.set(JSON.stringify([id, path]), textsIn(value));
    else byPlace.set(String(index), textsIn([block, row, section]).filter(isWritten));
  });
  return [...byPlace.values()].flat().map(plainWords).filter(Boolean).join("\n\n");
}
