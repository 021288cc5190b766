/** Key that identifies an element among its siblings. */
function keyOf(node: Node): string | null {
  if (node.nodeType !== Node.ELEMENT_NODE) return null;
  const element = node as Element;
  const block = element.getAttribute("data-block-id");
  if (block !== null) return `block ${block}`;
  const section = element.getAttribute("data-section-id");
  return section === null ? null : `section ${section}`;
}

function copyAttributes(target: Element, source: Element): void {
  for (const { name } of [...target.attributes]) if (!source.hasAttribute(name)) target.removeAttribute(name);
  for (const { name, value } of [...source.attributes]) {
    if (target.getAttribute(name) !== value) target.setAttribute(name, value);
  }
}

function isSameElement(left: Node, right: Node): boolean {
  return (
    left.nodeType === Node.ELEMENT_NODE && right.nodeType === Node.ELEMENT_NODE && left.nodeName === right.nodeName
  );
}

/**
 * Updates an element to match another, touching only what differs: no flicker, no lost scroll. Blocks and sections that
 * moved among their siblings are moved, not recreated.
 */
export function morph(target: Element, source: Element): void {
  copyAttributes(target, source);
  const keyed = new Map<string, Element>();
  for (const child of target.children) {
    const key = keyOf(child);
    if (key !== null) keyed.set(key, child);
  }
  let current: ChildNode | null = target.firstChild;
  for (const wanted of [...source.childNodes]) {
    const key = keyOf(wanted);
    const known = key === null ? undefined : keyed.get(key);
    if (known !== undefined && known !== current) {
      target.insertBefore(known, current);
      current = known;
    }
    if (current !== null && keyOf(current) === key && isSameElement(current, wanted)) {
      if (!current.isEqualNode(wanted)) morph(current as Element, wanted as Element);
      current = current.nextSibling;
    } else if (current !== null && keyOf(current) === null && current.isEqualNode(wanted)) {
      current = current.nextSibling;
    } else {
      target.insertBefore(target.ownerDocument.importNode(wanted, true), current);
      // Text and comments have no key: the new node replaces the old.
      if (current !== null && current.nodeType === wanted.nodeType && keyOf(current) === null) {
        const next: ChildNode | null = current.nextSibling;
        current.remove();
        current = next;
      }
    }
  }
  while (current !== null) {
    const next: ChildNode | null = current.nextSibling;
    current.remove();
    current = next;
  }
}
