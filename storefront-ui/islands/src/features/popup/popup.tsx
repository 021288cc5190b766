import { useLayoutEffect, useState } from "react";
import { mayRemember } from "@/shared/page/consent";
import { island, type IslandProps } from "@/shared/react/island";
import { usePage } from "@/shared/react/page";
import type { PopupDialog } from "./popup-dialog";
import { mayOpen, noteClosed, noteSubmitted, type Span } from "./popup-storage";
import { onTrigger } from "./trigger";

const crawlers = /bot|crawl|spider|slurp/i;

interface Shown {
  words: HTMLElement;
  Dialog: typeof PopupDialog;
}

/** What to show; null while another dialog is open, and without content. */
async function loadShown(): Promise<Shown | null> {
  if (document.querySelector("dialog[open]")) return null;
  const { fetchContent, PopupDialog: Dialog } = await import("./popup-dialog");
  const words = await fetchContent();
  return words === null || document.querySelector("dialog[open]") ? null : { words, Dialog };
}

/** Waits for the trigger of the pop-up, unless the visitor has seen it, is a bot, or the page is in the editor. */
function Popup({ place, mountWithin }: IslandProps) {
  const context = usePage();
  const { version = "1", trigger = "delay", seconds, percent, days } = place.dataset;
  const [shown, setShown] = useState<Shown | null>(null);
  const span = (): Span => (mayRemember(context) ? "lasting" : "visit");

  useLayoutEffect(() => {
    const isFramed = window.self !== window.top;
    if (isFramed || crawlers.test(navigator.userAgent) || !mayOpen(span(), version, Number(days))) return undefined;
    return onTrigger({ trigger, seconds: Number(seconds), percent: Number(percent) }, () => {
      void loadShown().then(setShown, () => undefined);
    });
    // oxlint-disable-next-line exhaustive-deps -- the rules of the page
  }, []);

  if (shown === null) return null;
  return (
    <shown.Dialog
      words={shown.words}
      version={version}
      mountWithin={mountWithin}
      onFollow={() => noteSubmitted(span())}
      onClose={() => {
        noteClosed(span(), version);
        setShown(null);
      }}
    />
  );
}

export const mountPopup = island(Popup);

export default mountPopup;
