import { StyleSheet } from "@emotion/sheet";

/** Declarations by class. */
const declarations = new Map<string, string>();

/** jsdom matches every CSS rule whenever styles of an element are queried: rules are kept here instead of in the page. */
export function disableStyles(): void {
  StyleSheet.prototype.insert = (rule) => {
    const [, name, text = ""] = /^\.([\w-]+)\{([^{}]*)\}$/.exec(rule) ?? [];
    if (name !== undefined) declarations.set(name, (declarations.get(name) ?? "") + text);
  };
}

/** The styles that its component gives an element, except those for states such as hover and for screen sizes. */
export function ownStyles(element: Element): CSSStyleDeclaration {
  const { style } = document.createElement("div");
  style.cssText = [...element.classList].map((name) => declarations.get(name) ?? "").join("");
  return style;
}
