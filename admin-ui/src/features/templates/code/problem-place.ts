import type { Text } from "@codemirror/state";
import type { Diagnostic } from "@codemirror/lint";

/** A problem as far as the editor shows it. */
export interface PlacedProblem {
  /** From 1; 0 when it is about the whole file. */
  line: number;
  /** Character in the line, from 1. */
  column: number;
  message: string;
  severity: "error" | "warning" | "note";
}

/** Where a place lies in the text. Columns count characters; the editor counts UTF-16 units. */
export function positionOf(text: Text, line: number, column: number): number {
  if (line < 1) return 0;
  const found = text.line(Math.min(line, text.lines));
  const before = [...found.text].slice(0, Math.max(0, column - 1)).join("");
  return Math.min(found.from + before.length, found.to);
}

/** The part of the line that is underlined: the tag that starts at the place, else the word. */
function endOf(text: Text, from: number): number {
  const line = text.lineAt(from);
  const rest = line.text.slice(from - line.from);
  const part = /^\{[^}]*\}?|^[\w.@|-]+/.exec(rest)?.[0] ?? rest.slice(0, 1);
  return from + part.length;
}

/** A problem as a marker in gutter and text. */
export function diagnosticOf(text: Text, problem: PlacedProblem): Diagnostic {
  const from = positionOf(text, problem.line, problem.column);
  const severity = problem.severity === "note" ? "info" : problem.severity;
  return { from, to: endOf(text, from), severity, message: problem.message };
}
