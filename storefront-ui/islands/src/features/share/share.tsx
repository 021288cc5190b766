import { useState } from "react";
import { createPortal } from "react-dom";
import { island, type IslandProps } from "@/shared/react/island";
import { Placed } from "@/shared/react/placed";
import { textOf } from "@/shared/text/messages";

interface ActionsProps {
  list: Element;
  title: string;
  url: string;
  onDone: (message: string) => void;
}

/** Native sharing and copying, where the browser has them. */
function Actions({ list, title, url, onDone }: ActionsProps) {
  const [links] = useState(() => list.firstChild);
  // Browsers without the share sheet, and pages without a secure context, have neither.
  const [{ share: canShare, clipboard }] = useState(() => navigator as Partial<Navigator>);
  const share = async (): Promise<string> => {
    try {
      await navigator.share({ title, url });
    } catch (error) {
      // Closing the share sheet is not an error.
      if (!(error instanceof DOMException && error.name === "AbortError")) return textOf("share.failed");
    }
    return "";
  };
  const copy = async (): Promise<string> => {
    try {
      await navigator.clipboard.writeText(url);
      return textOf("share.copied");
    } catch {
      return textOf("share.copyFailed", { url });
    }
  };
  const item = (label: string, run: () => Promise<string>) => (
    <Placed name="li" put={(element) => list.insertBefore(element, links)}>
      <button type="button" onClick={() => void run().then(onDone)}>
        {label}
      </button>
    </Placed>
  );
  return (
    <>
      {canShare === undefined ? null : item(textOf("share.withApp"), share)}
      {clipboard === undefined ? null : item(textOf("share.copy"), copy)}
    </>
  );
}

/** Adds native sharing and copying to the links, which work without script. */
function Share({ place }: IslandProps) {
  const [list] = useState(() => place.querySelector("ul"));
  const [message, setMessage] = useState("");
  const { shareTitle: title = "", shareUrl: url = location.href } = place.dataset;
  if (list === null) return null;
  return (
    <>
      <Actions list={list} title={title} url={url} onDone={setMessage} />
      {createPortal(
        <p className="stoa-share__status" role="status">
          {message}
        </p>,
        place,
      )}
    </>
  );
}

export const mountShare = island(Share);

export default mountShare;
