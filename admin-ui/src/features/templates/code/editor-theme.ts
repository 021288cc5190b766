import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** CSS variable of the admin's palette; follows light and dark mode. */
const colour = (name: string) => `var(--stoa-palette-${name})`;

const view = EditorView.theme({
  "&": { height: "100%", fontSize: "13px", color: colour("text-primary"), backgroundColor: colour("background-paper") },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace", lineHeight: "1.55" },
  ".cm-content": { caretColor: colour("text-primary"), paddingBlock: "8px" },
  ".cm-cursor": { borderLeftColor: colour("text-primary") },
  ".cm-gutters": {
    color: colour("text-secondary"),
    backgroundColor: colour("background-default"),
    borderRight: `1px solid ${colour("divider")}`,
  },
  ".cm-activeLine, .cm-activeLineGutter": {
    backgroundColor: `color-mix(in srgb, ${colour("primary-main")} 7%, transparent)`,
  },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: `color-mix(in srgb, ${colour("primary-main")} 24%, transparent)`,
  },
  ".cm-panels, .cm-tooltip": {
    color: colour("text-primary"),
    backgroundColor: colour("background-paper"),
    borderColor: colour("divider"),
  },
  ".cm-textfield": {
    color: colour("text-primary"),
    backgroundColor: colour("background-default"),
    borderColor: colour("divider"),
  },
  ".cm-button": {
    color: colour("text-primary"),
    backgroundColor: colour("background-default"),
    backgroundImage: "none",
  },
  ".cm-searchMatch": { backgroundColor: `color-mix(in srgb, ${colour("warning-main")} 32%, transparent)` },
  ".cm-diagnostic-error": { borderLeftColor: colour("error-main") },
  ".cm-diagnostic-warning": { borderLeftColor: colour("warning-main") },
});

const code = HighlightStyle.define([
  { tag: tags.keyword, color: colour("primary-main"), fontWeight: "600" },
  { tag: tags.brace, color: colour("primary-main") },
  { tag: tags.variableName, color: colour("primary-main") },
  { tag: tags.function(tags.variableName), color: colour("warning-main") },
  { tag: [tags.tagName, tags.angleBracket], color: colour("info-main") },
  { tag: [tags.attributeName, tags.propertyName], color: colour("text-secondary") },
  { tag: [tags.string, tags.attributeValue], color: colour("success-main") },
  { tag: [tags.number, tags.unit, tags.color], color: colour("warning-main") },
  { tag: tags.comment, color: colour("text-secondary"), fontStyle: "italic" },
]);

/** Editor theme in the admin's colours. */
export const editorTheme = [view, syntaxHighlighting(code)];
