import { Text } from "@codemirror/state";
import { classHighlighter, highlightTree } from "@lezer/highlight";
import { expect, it } from "vitest";
import { diagnosticOf, positionOf } from "./problem-place";
import { templateLanguage } from "./template-language";

/** Each highlighted token of a text with its kind. */
function colours(text: string): [string, string][] {
  const parts: [string, string][] = [];
  highlightTree(templateLanguage.parser.parse(text), classHighlighter, (from, to, kind) => {
    parts.push([text.slice(from, to), kind.replaceAll("tok-", "")]);
  });
  return parts;
}

it("distinguishes template tags from HTML and text", () => {
  const found = colours('<a href="{item.url|htmltag}">{.section items} {# why #} body { color: red }');
  expect(found).toContainEqual([".section", "keyword"]);
  expect(found).toContainEqual(["item.url", "variableName"]);
  expect(found.find(([text]) => text === "htmltag")?.[1]).toContain("variableName");
  expect(found.find(([text]) => text.startsWith("{# why"))?.[1]).toBe("comment");
  expect(found.some(([text, kind]) => text.includes("color") && kind !== "")).toBe(false);
});

it("continues after a multi-line comment", () => {
  const found = colours("{## one\ntwo ##}{title}");
  expect(found.filter(([, kind]) => kind === "comment").map(([text]) => text)).toEqual(["{## one", "two ##}"]);
  expect(found).toContainEqual(["title", "variableName"]);
});

it("maps server positions, which count characters", () => {
  const text = Text.of(["first", "  😀 {title|nope}", ""]);
  expect(positionOf(text, 2, 5)).toBe(6 + 5);
  const problem = { line: 2, column: 5, message: "Unknown", severity: "error" as const };
  expect(diagnosticOf(text, problem)).toMatchObject({ from: 11, to: 23, severity: "error" });
  expect(positionOf(text, 0, 0)).toBe(0);
  expect(positionOf(text, 99, 99)).toBe(text.length);
});
