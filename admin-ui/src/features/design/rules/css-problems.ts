import { cssLanguage } from "@codemirror/lang-css";
import { Text } from "@codemirror/state";
import { t } from "@lingui/core/macro";

/** CSS that browsers would ignore silently. */
export interface CssProblem {
  /** 1-based. */
  line: number;
  message: string;
}

type Node = ReturnType<typeof cssLanguage.parser.parse>["topNode"];

/** Functions whose arguments the parser does not fully know. */
// oxlint-disable-next-line lingui/no-unlocalized-strings -- names of the grammar
const freeText = new Set(["CallLiteral", "ArgList"]);
const unended = () => t`The last rule does not end; a ${{ brace: "}" }} is missing.`;
const unreadable = () => t`Syntax error: a character is missing or unexpected here or just before.`;
const prefixed = /(?:^|[\s:,(])-(?:webkit|moz|ms|o)-/;

/** Whether a browser supports a property with a value. */
type Knows = (property: string, value: string) => boolean;

function unknownDeclaration(text: string, { from, to }: Node, knows: Knows): string | null {
  const declaration = text.slice(from, to);
  const [property = "", ...rest] = declaration.split(":");
  const value = rest
    .join(":")
    .replace(/!\s*important\s*$/i, "")
    .trim();
  if (property.startsWith("--") || value === "" || prefixed.test(`:${declaration}`)) return null;
  return knows(property.trim(), value)
    ? null
    : t`Your browser does not support “${{ property: property.trim() }}: ${value}”.`;
}

function problemAt(text: string, node: Node, knows: Knows): string | null {
  const parent = node.parent;
  if (node.type.isError) {
    if (freeText.has(parent?.name ?? "")) return null;
    return node.from === text.length ? unended() : unreadable();
  }
  if (node.name === "Comment" && !text.slice(node.from, node.to).endsWith("*/"))
    return t`This comment does not end; a */ is missing.`;
  const isOfElements = node.name === "Declaration" && parent?.parent?.name === "RuleSet";
  return isOfElements ? unknownDeclaration(text, node, knows) : null;
}

/** The first problem on each line of a style sheet, in order. */
export function cssProblems(text: string, knows: Knows): CssProblem[] {
  const css = text.trimEnd();
  const lines = Text.of(css.split("\n"));
  const problems = new Map<number, CssProblem>();
  cssLanguage.parser.parse(css).iterate({
    enter: ({ node }) => {
      const message = problemAt(css, node, knows);
      if (message === null) return;
      const line = lines.lineAt(node.from).number;
      if (!problems.has(line)) problems.set(line, { line, message });
    },
  });
  return [...problems.values()];
}
