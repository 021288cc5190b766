import { useLayoutEffect, useRef } from "react";
import { CloseButton, Modal, openDialog } from "@/shared/react/dialog";
import { textOf } from "@/shared/text/messages";

let made = 0;

/** The content of the page at a URL, sanitized by the server. */
async function contentOf(address: string): Promise<HTMLElement> {
  const response = await fetch(new Request(new URL(address, location.href)));
  if (!response.ok) throw new Error(`${address} answered ${String(response.status)}`);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return page.querySelector("main") ?? page.body;
}

function Content({ content }: { content: HTMLElement }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.append(...content.childNodes), [content]);
  return <div className="stoa-dialog__body stoa-prose" ref={box} />;
}

interface ExplanationProps {
  content: HTMLElement;
  /** Id of the heading; null if there is none. */
  titleId: string | null;
  onClose: () => void;
}

function Explanation({ content, titleId, onClose }: ExplanationProps) {
  const name = titleId === null ? { "aria-label": textOf("installments.label") } : { "aria-labelledby": titleId };
  return (
    <Modal {...name} onClose={onClose}>
      <CloseButton />
      <Content content={content} />
    </Modal>
  );
}

/**
 * Opens the page that explains instalments in a dialog. It is closed by its button, Escape or a click outside; the
 * focus returns to its previous element. A page that cannot be loaded is only logged to the console.
 */
export async function openExplanation(address: string): Promise<void> {
  let content: HTMLElement;
  try {
    content = await contentOf(address);
  } catch (error) {
    // oxlint-disable-next-line no-console -- the page goes on without it, and it must be traceable
    console.error("the explanation of installments could not be loaded", error);
    return;
  }
  made += 1;
  const heading = content.querySelector("h1, h2");
  if (heading !== null) heading.id = `stoa-installments-title-${String(made)}`;
  void openDialog<null>((close) => (
    <Explanation content={content} titleId={heading?.id ?? null} onClose={() => close(null)} />
  ));
}
