import { HtmlValidate } from "html-validate";

/**
 * Rules for pages: the HTML standard, and the ones below. Left out are matters of style, and what can only be checked
 * in a browser, such as labels set by scripts: axe checks those.
 */
const validator = new HtmlValidate({
  root: true,
  extends: ["html-validate:standard"],
  rules: {
    "attr-case": "error",
    "attr-delimiter": "error",
    "element-case": "error",
    "empty-heading": "error",
    "empty-title": "error",
    "heading-level": "error",
    "hidden-focusable": "error",
    "input-attributes": "error",
    "map-id-name": "error",
    "meta-refresh": "error",
    "no-conditional-comment": "error",
    "no-dup-class": "error",
    "no-implicit-button-type": "error",
    "no-implicit-close": "error",
    "no-missing-references": "error",
    "no-self-closing": "error",
    "no-utf8-bom": "error",
    "script-type": "error",
    "text-content": "error",
    "wcag/h30": "error",
    "wcag/h36": "error",
    "wcag/h37": "error",
    "wcag/h63": "error",
    "wcag/h67": "error",
    "wcag/h71": "error",
  },
});

/** `tel:` URLs that do not conform to RFC 3966. */
const spokenNumber = /href="tel:(?!\+?\d+(?:;ext=\d+)?")[^"]*"/g;

/** Errors of a page with their lines. */
export async function errorsOf(path: string, html: string): Promise<string[]> {
  const { results } = await validator.validateString(html, path);
  const found = results.flatMap(({ messages }) => messages);
  const faults = found.map(({ ruleId, message, line }) => `${path}:${String(line)} ${ruleId}: ${message}`);
  return [...faults, ...[...html.matchAll(spokenNumber)].map(([link]) => `${path} ${link}`)];
}
