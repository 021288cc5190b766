import type { components } from "@stoa/api/schema";
import { useLayoutEffect, useState } from "react";
import { inLanguage } from "@/shared/page/language";
import { submissionSuccess } from "@/shared/page/submission";
import { tellVisit } from "@/shared/page/visitor-event";
import { CloseButton, Modal } from "@/shared/react/dialog";
import { Existing } from "@/shared/react/existing";

const address = "/popup-overlay";
const titleId = "stoa-popup-title";

/** Content of the pop-up; null if it was switched off meanwhile. */
export async function fetchContent(): Promise<HTMLElement | null> {
  const answer = await fetch(inLanguage(address));
  if (!answer.ok) return null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const words = page.querySelector<HTMLElement>("[data-stoa-popup]");
  if (words === null) return null;
  document.adoptNode(words);
  const title = words.querySelector("h1");
  if (title !== null) {
    // The page has its own first-level heading.
    const heading = document.createElement("h2");
    heading.className = title.className;
    heading.textContent = title.textContent;
    heading.id = titleId;
    title.replaceWith(heading);
  }
  return words;
}

interface PopupDialogProps {
  /** Content of the server. */
  words: HTMLElement;
  version: string;
  /** The pop-up has fulfilled its purpose: its link was followed or its form sent. */
  onFollow: () => void;
  onClose: () => void;
  /** Mounts islands in the content, such as a form. */
  mountWithin: (within: ParentNode) => Promise<void>;
}

/** The open pop-up. */
export function PopupDialog({ words, version, onFollow, onClose, mountWithin }: PopupDialogProps) {
  const tell = (event: components["schemas"]["OverlayEvent"]): void => {
    tellVisit("overlay", { event, overlayId: "popup", version });
  };
  const [actions] = useState(() => [...words.querySelectorAll<HTMLElement>("[data-popup-action]")]);
  const [hasTitle] = useState(() => words.querySelector(`#${titleId}`) !== null);
  useLayoutEffect(() => {
    tell("view");
    words.addEventListener(submissionSuccess, () => {
      tell("submit");
      onFollow();
    });
    const dialog = words.closest("dialog");
    if (dialog !== null) void mountWithin(dialog);
    // oxlint-disable-next-line exhaustive-deps -- the content lives as long as the component
  }, []);
  const open = (dialog: HTMLDialogElement): HTMLElement | null => {
    const close = dialog.querySelector("button");
    dialog.prepend(words);
    return close;
  };
  return (
    <>
      <Modal
        className="stoa-dialog stoa-popup"
        aria-labelledby={hasTitle ? titleId : undefined}
        onOpen={open}
        onClose={() => {
          tell("close");
          onClose();
        }}
      >
        <CloseButton />
      </Modal>
      {actions.map((action, index) => (
        <Existing
          key={index}
          element={action}
          onClick={() => {
            tell("click");
            onFollow();
          }}
        />
      ))}
    </>
  );
}
