import { mayRemember } from "@/shared/page/consent";
import type { PageContext } from "@/shared/page/context";
import { submissionSuccess } from "@/shared/page/submission";
import type { PageStore } from "@/shared/store/page-store";
import { element } from "@/shared/ui/elements";
import { closeButton, openModal } from "@/shared/ui/modal";
import { mayOpen, noteClosed, noteSubmitted, type Span } from "./popup-storage";
import { onTrigger } from "./trigger";

/** Mounts islands in the pop-up, such as a form. */
type MountWithin = (within: ParentNode) => Promise<void>;

const address = "/popup-overlay";
const crawlers = /bot|crawl|spider|slurp/i;

/** Content of the pop-up; null if it was switched off meanwhile. */
async function fetchContent(): Promise<HTMLElement | null> {
  const answer = await fetch(address);
  if (!answer.ok) return null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return page.querySelector<HTMLElement>("[data-stoa-popup]");
}

function show(words: HTMLElement, version: string, span: () => Span): HTMLElement {
  const title = words.querySelector("h1");
  const dialog = element("dialog", "stoa-dialog stoa-popup", undefined, { "aria-modal": "true" });
  if (title) {
    // The page has its own first-level heading.
    const heading = element("h2", title.className, title.textContent, { id: "stoa-popup-title" });
    title.replaceWith(heading);
    dialog.setAttribute("aria-labelledby", heading.id);
  }
  const close = closeButton(dialog);
  dialog.append(document.adoptNode(words), close);
  dialog.addEventListener("close", () => {
    noteClosed(span(), version);
  });
  const follow = (): void => {
    noteSubmitted(span());
  };
  dialog.addEventListener(submissionSuccess, follow);
  for (const action of dialog.querySelectorAll("[data-popup-action]")) action.addEventListener("click", follow);
  openModal(dialog, close);
  return dialog;
}

/** Opens the pop-up; not while another dialog is open. */
async function openPopup(version: string, span: () => Span, mountWithin: MountWithin): Promise<void> {
  if (document.querySelector("dialog[open]")) return;
  const words = await fetchContent().catch(() => null);
  if (words && !document.querySelector("dialog[open]")) await mountWithin(show(words, version, span));
}

/** Waits for the trigger of the pop-up, unless the visitor has seen it, is a bot, or the page is in the editor. */
export function mountPopup(place: HTMLElement, _store: PageStore, context: PageContext, mountWithin: MountWithin): void {
  const { version = "1", trigger = "delay", seconds, percent, days } = place.dataset;
  const isFramed = window.self !== window.top;
  const span = (): Span => (mayRemember(context) ? "lasting" : "visit");
  if (isFramed || crawlers.test(navigator.userAgent) || !mayOpen(span(), version, Number(days))) return;
  onTrigger({ trigger, seconds: Number(seconds), percent: Number(percent) }, () => void openPopup(version, span, mountWithin));
}
