/* The only script in the frame, besides those of blocks in frames of their own. It inserts the HTML that the editor rendered and reports layout, pointer and keyboard events. The frame has an opaque origin without cookies or storage; nothing here can act as the editing user. */
import { onPressedKey } from "@/shared/hooks/pressed-keys";
import { follow, followedPosition } from "./followed-text";
import { measure } from "./measure";
import { editorMessageIn, type FrameMessage, type PointerReport } from "./messages";
import { morph } from "./morph";
import { editArea, foreignArea, ownElement } from "./own-parts";
import { endClients, showClients } from "./plugin-clients";
import { elementOfText, pressedTexts } from "./pressed-text";

const style = `
html { scroll-behavior: auto !important; }
body { user-select: none; -webkit-user-select: none; }
[data-block-id] { cursor: default; }
.stoa-col:not(:has(> [data-block-id])) { min-height: 4.5rem; }
.stoa-block-empty { padding: 2.25rem 1.5rem !important; font-size: 20px !important; text-align: center; border-radius: 8px; }
.stoa-block-error { font-size: 18px !important; }
.stoa-plugin-client > iframe { pointer-events: none; }
`;

const editorOrigin =
  document.currentScript instanceof HTMLScriptElement ? new URL(document.currentScript.src).origin : null;

function post(message: FrameMessage): void {
  if (editorOrigin !== null) window.parent.postMessage(message, editorOrigin);
}

let measuring = 0;
let postedLayout = "";
let postedText = "";

/** Sends the layout if it changed: most keystrokes move nothing. */
function postLayout(): void {
  cancelAnimationFrame(measuring);
  measuring = requestAnimationFrame(() => {
    const layout = measure(document);
    const text = JSON.stringify(layout);
    if (text !== postedLayout) post({ type: "layout", layout });
    postedLayout = text;
    postText();
  });
}

function postText(): void {
  const place = followedPosition();
  const text = JSON.stringify(place);
  if (place === null || text === postedText) return;
  postedText = text;
  post({ type: "text", ...place });
}

function postScroll(): void {
  post({ type: "scroll", x: window.scrollX, y: window.scrollY });
}

function parsed(html: string): Document {
  return new DOMParser().parseFromString(html, "text/html");
}

function blockElement(id: string): Element | null {
  return ownElement(`[data-block-id="${CSS.escape(id)}"]`);
}

/** Id of an element to scroll to once it is rendered, such as a block just added. */
let pendingScrollId: string | null = null;

function show(id: string): void {
  const block = blockElement(id) ?? ownElement(`[data-section-id="${CSS.escape(id)}"]`);
  pendingScrollId = block === null ? id : null;
  if (block === null) return;
  const { top, bottom } = block.getBoundingClientRect();
  const visible = top >= 0 && (bottom <= window.innerHeight || top < window.innerHeight / 2);
  if (!visible) window.scrollTo({ top: window.scrollY + top - window.innerHeight / 5 });
}

function takeIn(html: string): void {
  const page = parsed(html);
  const marks = page.createElement("style");
  marks.textContent = style;
  page.head.append(marks);
  morph(document.documentElement, page.documentElement);
}

const sizes = new ResizeObserver(postLayout);

window.addEventListener("message", (event) => {
  if (event.source !== window.parent || event.origin !== editorOrigin) return;
  const message = editorMessageIn(event.data);
  switch (message?.type) {
    case "page":
      editArea(message.area);
      endClients();
      takeIn(message.html);
      if (editorOrigin !== null) showClients(editorOrigin);
      sizes.observe(document.body);
      if (pendingScrollId !== null) show(pendingScrollId);
      break;
    case "block": {
      const drawn = parsed(message.html).body.firstElementChild;
      const present = blockElement(message.id);
      if (drawn !== null && present !== null) present.replaceWith(document.importNode(drawn, true));
      if (editorOrigin !== null) showClients(editorOrigin);
      break;
    }
    case "show":
      return show(message.id);
    case "scrollBy":
      return window.scrollBy({ top: message.y });
    case "follow":
      follow(message.text);
      return postText();
    case undefined:
      return;
  }
  postLayout();
});

function report(phase: PointerReport["phase"], event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target : null;
  const areaId = target === null ? null : foreignArea(target);
  const part = areaId === null ? target : null;
  const block = part?.closest("[data-block-id]") ?? null;
  post({
    type: "pointer",
    pointer: {
      phase,
      x: event.clientX,
      y: event.clientY,
      blockId: block?.getAttribute("data-block-id") ?? null,
      sectionId: part?.closest("[data-section-id]")?.getAttribute("data-section-id") ?? null,
      areaId,
      touch: event instanceof PointerEvent && event.pointerType === "touch",
      texts:
        phase === "double" && target !== null && block !== null
          ? pressedTexts(elementOfText(block, event.clientX, event.clientY) ?? target, block)
          : [],
    },
  });
}

document.addEventListener("click", (event) => {
  event.preventDefault();
  report("click", event);
});
document.addEventListener("dblclick", (event) => {
  event.preventDefault();
  report("double", event);
});
document.addEventListener("pointerdown", (event) => {
  if (event.button === 0) report("down", event);
});
document.addEventListener("pointermove", (event) => report("move", event));
document.addEventListener("pointerup", (event) => report("up", event));
document.documentElement.addEventListener("pointerleave", (event) => report("leave", event));
document.addEventListener("dragstart", (event) => event.preventDefault());
document.addEventListener("submit", (event) => event.preventDefault());
onPressedKey(document, (event) => {
  post({
    type: "key",
    key: { key: event.key, alt: event.altKey, ctrl: event.ctrlKey, meta: event.metaKey, shift: event.shiftKey },
  });
  if (event.altKey || event.ctrlKey || event.metaKey || event.key === "Delete" || event.key === "Enter")
    event.preventDefault();
});
document.addEventListener("load", postLayout, true);
window.addEventListener("scroll", postScroll, { passive: true });
window.addEventListener("resize", postLayout);
void document.fonts.ready.then(postLayout);
post({ type: "ready" });
