/* The page shows more than the edited document: it also contains theme areas, which are edited separately. */

/** Template name of the edited area; null while a page or an item is edited. */
let edited: string | null = null;

export function editArea(id: string | null): void {
  edited = id;
}

/** The area that contains an element, unless it is the edited one. */
export function foreignArea(element: Element): string | null {
  const id = element.closest("[data-area-id]")?.getAttribute("data-area-id") ?? null;
  return id === edited ? null : id;
}

/** The first element in the edited document that matches a selector. */
export function ownElement(selector: string): Element | null {
  return [...document.querySelectorAll(selector)].find((element) => foreignArea(element) === null) ?? null;
}
