import { mayRemember } from "@/shared/page/consent";
import type { PageContext } from "@/shared/page/context";
import { submissionSuccess } from "@/shared/page/submission";
import type { PageStore } from "@/shared/store/page-store";
import { element } from "@/shared/ui/elements";
import { closeButton, openModal } from "@/shared/ui/modal";
import { mayCome, noteClosed, noteSubmitted, type Span } from "./memory";
import { whenTimeComes } from "./trigger";

/** Brings to life what stands in the popup, such as a form. */
type MountWithin = (within: ParentNode) => Promise<void>;

const address = "/popup-overlay";
const crawlers = /bot|crawl|spider|slurp/i;

/** What the popup says; none when it was switched off meanwhile. */
async function fetchWords(): Promise<HTMLElement | null> {
  const answer = await fetch(address);
  if (!answer.ok) return null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return page.querySelector<HTMLElement>("[data-stoa-popup]");
}

function show(words: HTMLElement, version: string, span: () => Span): HTMLElement {
  const title = words.querySelector("h1");
  const dialog = element("dialog", "stoa-dialog stoa-popup", undefined, { "aria-modal": "true" });
  if (title) {
    // The page below has its own first heading.
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

/** Lays what the owner says over the page, once its time has come; not while another dialog is open. */
async function come(version: string, span: () => Span, mountWithin: MountWithin): Promise<void> {
  if (document.querySelector("dialog[open]")) return;
  const words = await fetchWords().catch(() => null);
  if (words && !document.querySelector("dialog[open]")) await mountWithin(show(words, version, span));
}

/** Waits for the time of the popup, unless the visitor has had it, is a machine, or the page stands in an editor. */
export function mountPopup(place: HTMLElement, _store: PageStore, context: PageContext, mountWithin: MountWithin): void {
  const { version = "1", trigger = "delay", seconds, percent, days } = place.dataset;
  const isFramed = window.self !== window.top;
  const span = (): Span => (mayRemember(context) ? "lasting" : "visit");
  if (isFramed || crawlers.test(navigator.userAgent) || !mayCome(span(), version, Number(days))) return;
  whenTimeComes({ trigger, seconds: Number(seconds), percent: Number(percent) }, () => void come(version, span, mountWithin));
}
