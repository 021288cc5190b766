import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { innerOf } from "./jsdom";
import { isStyledBy } from "./selectors";

const require = createRequire(import.meta.url);
const { parse } = createRequire(require.resolve("jsdom"))("@acemir/cssom") as {
  parse: (text: string) => CSSStyleSheet;
};
/** Parts of jsdom's computation of styles. */
const { getDeclarationForElement } = require("jsdom/lib/jsdom/living/helpers/style-rules.js") as {
  getDeclarationForElement: (element: object) => CSSStyleDeclaration;
};

/** Properties that tell whether an element is visible and can be clicked. */
const properties = new Map([
  ["display", { isInherited: false, initial: "inline" }],
  ["visibility", { isInherited: true, initial: "visible" }],
  ["pointer-events", { isInherited: true, initial: "auto" }],
  ["opacity", { isInherited: false, initial: "" }],
]);
/** Further properties, those that the height of a text field is computed from. */
const declared = new Set(["width", "boxSizing", "paddingTop", "paddingBottom", "borderTopWidth", "borderBottomWidth"]);

/** A style or media rule. */
type Rule = Partial<CSSMediaRule & CSSStyleRule>;

interface Declaration {
  selector: string;
  value: string;
}

function declarationsIn(rules: ArrayLike<Rule>, property: string): Declaration[] {
  return Array.from(rules).flatMap(({ media, cssRules = [], selectorText = "", style }) => {
    if (media !== undefined) return Array.from(media).includes("screen") ? declarationsIn(cssRules, property) : [];
    const value = style?.getPropertyValue(property) ?? "";
    return value === "" ? [] : [{ selector: selectorText, value }];
  });
}

const read = new WeakMap<CSSStyleSheet, { rules: number; of: Map<string, Declaration[]> }>();

/** The declarations of a property in a style sheet, read again if rules were added or removed. */
function declarationsOf(sheet: CSSStyleSheet, property: string): Declaration[] {
  const known = read.get(sheet);
  const { of } = known?.rules === sheet.cssRules.length ? known : { of: new Map<string, Declaration[]>() };
  read.set(sheet, { rules: sheet.cssRules.length, of });
  const declarations = of.get(property) ?? declarationsIn(sheet.cssRules as ArrayLike<Rule>, property);
  of.set(property, declarations);
  return declarations;
}

const userAgent = parse(readFileSync(require.resolve("jsdom/lib/jsdom/browser/default-stylesheet.css"), "utf8"));

function declaredValue(element: Element, property: string): string {
  const inline = (element as Partial<HTMLElement>).style?.getPropertyValue(property) ?? "";
  if (inline !== "") return inline;
  const sheets = [userAgent, ...element.ownerDocument.styleSheets];
  for (const sheet of sheets.toReversed()) {
    const last = declarationsOf(sheet, property).findLast(({ selector }) => isStyledBy(selector, element));
    if (last !== undefined) return last.value;
  }
  return "";
}

function computedValue(element: Element, property: string): string {
  const { isInherited, initial } = properties.get(property) ?? { isInherited: false, initial: "" };
  const value = declaredValue(element, property);
  const inherits = value === "inherit" || (isInherited && (value === "" || value === "unset"));
  if (inherits) return element.parentElement === null ? initial : computedValue(element.parentElement, property);
  return value === "" || value === "unset" || value === "initial" ? initial : value;
}

const nameOf = (property: string) => property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function styleOf(element: Element, whole: () => CSSStyleDeclaration): CSSStyleDeclaration {
  const valueOf = (name: string) =>
    properties.has(name) ? computedValue(element, name) : whole().getPropertyValue(name);
  return new Proxy({} as CSSStyleDeclaration, {
    get: (_, key) => {
      if (key === "getPropertyValue") return valueOf;
      if (typeof key === "string" && properties.has(nameOf(key))) return valueOf(nameOf(key));
      if (typeof key === "string" && declared.has(key))
        return Reflect.get(getDeclarationForElement(innerOf(element)), key) as unknown;
      const value: unknown = Reflect.get(whole(), key, whole());
      return typeof value === "function" ? (value.bind(whole()) as unknown) : value;
    },
  });
}

const done = new WeakSet<Document>();

/**
 * jsdom computes the whole style of an element from all rules, and twenty properties through all ancestors. Most queries
 * are only about its visibility: here, such a property is computed alone.
 */
export function computeStylesByProperty(): void {
  if (done.has(document)) return;
  done.add(document);
  const compute = window.getComputedStyle;
  window.getComputedStyle = (element, pseudoElement) => {
    if (pseudoElement != null) return compute(element, pseudoElement);
    let computed: CSSStyleDeclaration | undefined;
    return styleOf(element, () => (computed ??= compute(element)));
  };
}
