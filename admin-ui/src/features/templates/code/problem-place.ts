import type { Text } from "@codemirror/state";
import type { Diagnostic } from "@codemirror/lint";
import type { FileProblem } from "../api";

/** A problem with its position. */
export interface PlacedProblem {
  /** 1-based; 0 if it is about the whole file. */
  line: number;
  /** 1-based character in the line. */
  column: number;
  message: string;
  severity: FileProblem["severity"];
}

/** Offset of a position in the text. Columns count characters; the editor counts UTF-16 units. */
export function positionOf(text: Text, line: number, column: number): number {
  if (line < 1) return 0;
  const found = text.line(Math.min(line, text.lines));
  const before = [...found.text].slice(0, Math.max(0, column - 1)).join("");
  return Math.min(found.from + before.length, found.to);
}

/** End of the underlined range: the tag that starts at the position, else the word. */
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
