import { HtmlValidate } from "html-validate";

/**
 * What pages are held to: what the standard of HTML asks for, and these rules beside it. Left out is what is a matter of
 * style, and what is only seen in a browser, such as labels that scripts give: axe looks at that.
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

/** Addresses of telephones that are not of RFC 3966. */
const spokenNumber = /href="tel:(?!\+?\d+(?:;ext=\d+)?")[^"]*"/g;

/** What is wrong with a page, each with its line. */
export async function faultsOf(path: string, html: string): Promise<string[]> {
  const { results } = await validator.validateString(html, path);
  const found = results.flatMap(({ messages }) => messages);
  const faults = found.map(({ ruleId, message, line }) => `${path}:${String(line)} ${ruleId}: ${message}`);
  return [...faults, ...[...html.matchAll(spokenNumber)].map(([link]) => `${path} ${link}`)];
}
