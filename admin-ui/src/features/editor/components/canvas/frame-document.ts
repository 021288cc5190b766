import { framedPage, pageText } from "@/shared/live-page/framed-page";

const markName = "data-stoa-selected";

const marks = `
[data-block-id] { cursor: pointer; }
[data-block-id]:hover { outline: 1px dashed #0e5e50; outline-offset: 2px; }
[${markName}] { outline: 2px solid #0e5e50 !important; outline-offset: 2px; }
`;

/** The page made fit for the frame: links resolve against the site, blocks can be marked. */
export function frameHtml(html: string, siteUrl: string): string {
  const page = framedPage(html, siteUrl);
  const style = page.createElement("style");
  style.textContent = marks;
  page.head.append(style);
  return pageText(page);
}

function copyAttributes(target: Element, source: Element): void {
  for (const { name } of [...target.attributes]) if (!source.hasAttribute(name)) target.removeAttribute(name);
  for (const { name, value } of [...source.attributes]) {
    if (target.getAttribute(name) !== value) target.setAttribute(name, value);
  }
}

function morph(target: Element, source: Element): void {
  copyAttributes(target, source);
  const wanted = [...source.childNodes];
  const present = [...target.childNodes];
  wanted.forEach((node, index) => {
    const current = present[index];
    if (current === undefined) target.append(target.ownerDocument.importNode(node, true));
    else if (current.isEqualNode(node)) return;
    else if (isSameElement(current, node)) morph(current as Element, node as Element);
    else current.replaceWith(target.ownerDocument.importNode(node, true));
  });
  for (const node of present.slice(wanted.length)) node.remove();
}

function isSameElement(left: Node, right: Node): boolean {
  return left.nodeType === 1 && right.nodeType === 1 && left.nodeName === right.nodeName;
}

/** Brings a loaded frame to a newer page, touching only what differs: no flicker, no lost scroll. */
export function updateFrame(frame: Document, html: string): void {
  const next = new DOMParser().parseFromString(html, "text/html");
  morph(frame.documentElement, next.documentElement);
}

/** Shows which block is selected. */
export function markBlock(frame: Document, blockId: string | null): void {
  for (const marked of frame.querySelectorAll(`[${markName}]`)) marked.removeAttribute(markName);
  if (blockId === null) return;
  frame.querySelector(`[data-block-id="${CSS.escape(blockId)}"]`)?.setAttribute(markName, "");
}

/** Scrolls the frame, and only the frame, until the block is in sight. */
export function showBlock(frame: Document, blockId: string): void {
  const block = frame.querySelector(`[data-block-id="${CSS.escape(blockId)}"]`);
  const view = frame.defaultView;
  if (!block || !view) return;
  const { top, bottom } = block.getBoundingClientRect();
  const visible = top >= 0 && (bottom <= view.innerHeight || top < view.innerHeight / 2);
  if (!visible) view.scrollTo({ top: view.scrollY + top - view.innerHeight / 5, behavior: "smooth" });
}

/** The id of the block around a node of the frame. */
export function blockIdAround(target: EventTarget | null): string | null {
  // Nodes of the frame belong to another realm, where this realm's classes do not hold.
  const node = target as Partial<Element> | null;
  return node?.closest?.("[data-block-id]")?.getAttribute("data-block-id") ?? null;
}
