import { element } from "@/shared/ui/elements";
import { closeButton, openModal } from "@/shared/ui/modal";

let made = 0;

/** The content of the page at a URL, sanitized by the server. */
async function contentOf(address: string): Promise<Node[]> {
  const response = await fetch(new Request(new URL(address, location.href)));
  if (!response.ok) throw new Error(`${address} answered ${String(response.status)}`);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return [...(page.querySelector("main") ?? page.body).childNodes];
}

/**
 * Opens the page that explains instalments in a dialog. It is closed by its button, Escape or a click outside; the
 * focus returns to its previous element. A page that cannot be loaded is only logged to the console.
 */
export async function openExplanation(address: string): Promise<void> {
  let content: Node[];
  try {
    content = await contentOf(address);
  } catch (error) {
    // eslint-disable-next-line no-console -- the page goes on without it, and it must be traceable
    console.error("the explanation of installments could not be loaded", error);
    return;
  }
  made += 1;
  const titleId = `stoa-installments-title-${String(made)}`;
  const dialog = element("dialog", "stoa-dialog", undefined, { "aria-modal": "true", "aria-labelledby": titleId });
  const body = element("div", "stoa-dialog__body stoa-prose");
  body.append(...content);
  const heading = body.querySelector("h1, h2");
  if (heading === null) dialog.setAttribute("aria-label", "Installments");
  else heading.id = titleId;
  const close = closeButton(dialog);
  dialog.append(close, body);
  openModal(dialog, close);
}
