import { innerOf } from "./jsdom";

/** jsdom's selector engine for one page. It works with jsdom's own elements, not with those that scripts see. */
interface SelectorEngine {
  check: (selector: string, element: InnerElement) => Check | undefined;
  querySelector: (selector: string, within: InnerNode) => unknown;
  querySelectorAll: (selector: string, within: InnerNode) => unknown[];
}

interface Check {
  match: boolean;
  pseudoElement: string | null;
}

interface InnerNode {
  _ownerDocument: InnerPage;
  contains: (other: InnerNode) => boolean;
}

interface InnerElement extends InnerNode {
  _localName: string;
  hasAttributeNS: (namespace: null, name: string) => boolean;
}

interface InnerPage extends InnerNode {
  _domSelector: SelectorEngine;
  activeElement: InnerElement | null;
  getElementById: (id: string) => InnerElement | null;
}

/** What an element must have to match a selector; one of these is enough. */
interface Needs {
  /** Tags of which every element matches. */
  every: Set<string>;
  tags: Set<string>;
  attributes: Set<string>;
  focus: boolean;
  /** Any element may match. */
  unknown: boolean;
}

/** Splits a selector where a character outside of brackets separates its parts. */
function split(selector: string, separator: RegExp): string[] {
  const parts = [""];
  let depth = 0;
  for (const character of selector) {
    if (character === "(" || character === "[") depth += 1;
    if (character === ")" || character === "]") depth -= 1;
    if (depth === 0 && separator.test(character)) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim());
}

const pseudoElement = /::|:(after|before|first-letter|first-line)\b/;

function addNeeds(needs: Needs, selector: string, isWhole: boolean): void {
  for (const alternative of split(selector, /,/)) {
    const own = split(alternative, /[\s>+~]/).at(-1) ?? "";
    const tag = /^[a-z][\w-]*/i.exec(own)?.[0];
    const attribute = /^\[([a-z][\w-]*)/i.exec(own)?.[1];
    const choice = /^:is\(([^()]*)\)/.exec(own)?.[1];
    // The style of a pseudo-element is not the style of its element.
    if (pseudoElement.test(own)) continue;
    if (tag !== undefined) (isWhole && tag === alternative ? needs.every : needs.tags).add(tag.toLowerCase());
    else if (attribute !== undefined) needs.attributes.add(attribute.toLowerCase());
    else if (own.startsWith(".")) needs.attributes.add("class");
    else if (/^:(link|visited)\b/.test(own)) needs.attributes.add("href");
    else if (/^:focus(-visible)?\b/.test(own)) needs.focus = true;
    else if (choice !== undefined) addNeeds(needs, choice, false);
    else needs.unknown = true;
  }
}

function needsOf(selector: string): Needs {
  const needs: Needs = { every: new Set(), tags: new Set(), attributes: new Set(), focus: false, unknown: false };
  addNeeds(needs, selector, true);
  return needs;
}

function mayMatch(element: InnerElement, { tags, attributes, focus, unknown }: Needs): boolean {
  if (unknown || tags.has(element._localName.toLowerCase())) return true;
  for (const name of attributes) if (element.hasAttributeNS(null, name)) return true;
  return focus && element._ownerDocument.activeElement === element;
}

const idSelector = /^\[id="([^"\\]*)"\]$/;
const match = { match: true, ast: null, pseudoElement: null };
const noMatch = { match: false, ast: null, pseudoElement: null };

function speedUp(engine: SelectorEngine): void {
  const { check, querySelector, querySelectorAll } = engine;
  const known = new Map<string, Needs>();
  engine.check = (selector, element) => {
    const needs = known.get(selector) ?? needsOf(selector);
    known.set(selector, needs);
    if (needs.every.has(element._localName.toLowerCase())) return match;
    return mayMatch(element, needs) ? check(selector, element) : noMatch;
  };
  engine.querySelector = (selector, within) => {
    const id = idSelector.exec(selector)?.[1];
    const page = within._ownerDocument;
    if (id === undefined || !page.contains(within)) return querySelectorAll(selector, within)[0] ?? null;
    const found = page.getElementById(id);
    if (found === null) return null;
    return found !== within && within.contains(found) ? found : querySelector(selector, within);
  };
}

const faster = new WeakSet<SelectorEngine>();

function engineOf(page: Document): SelectorEngine {
  const { _domSelector: engine } = innerOf(page) as InnerPage;
  if (!faster.has(engine)) speedUp(engine);
  faster.add(engine);
  return engine;
}

/** Whether the rules for a selector are about an element; false for a selector that jsdom does not know. */
export function isStyledBy(selector: string, element: Element): boolean {
  try {
    const checked = engineOf(element.ownerDocument).check(selector, innerOf(element) as InnerElement);
    return checked?.match === true && checked.pseudoElement === null;
  } catch {
    return false;
  }
}

/**
 * jsdom interprets a selector again for each element. Here, elements without the tag or attribute of a selector are
 * sorted out before, and ids are looked up.
 */
export function speedUpSelectors(page: Document): void {
  engineOf(page);
}
