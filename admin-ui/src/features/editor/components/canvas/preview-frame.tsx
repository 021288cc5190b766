import { t } from "@lingui/core/macro";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useSchemaWords } from "@/shared/i18n/use-schema-words";
import { useWebsite } from "@/shared/session/hooks";
import { framedPage, pageText } from "@/shared/live-page/framed-page";
import { useOpenPage } from "../../hooks/use-open-page";
import { useOpenPreview } from "../../hooks/use-open-preview";
import bridgeAddress from "./frame/bridge.ts?worker&url";
import { useCanvasSpace } from "./canvas-context";
import { hintsInWords } from "./empty-hints";
import { frameMessageIn, type EditorMessage, type FrameMessage } from "./frame/messages";

/** Initial document of the frame, with the bridge script, which inserts everything else. */
const emptyPage = `<!doctype html><html><head><script src="${new URL(bridgeAddress, window.location.href).href}"></script></head><body></body></html>`;

interface PreviewFrameProps {
  onMessage: (message: FrameMessage) => void;
}

/**
 * The page as visitors see it. The sandbox gives the frame an opaque origin without cookies and storage, so that
 * nothing on the page can act in the admin's name; communication is by messages only.
 */
export function PreviewFrame({ onMessage }: PreviewFrameProps) {
  const website = useWebsite();
  const preview = useOpenPreview((preview) => preview);
  const area = useOpenPage(({ areaId }) => areaId);
  const { view, update, dragged } = useCanvasSpace();
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  /** What the frame has received: blocks by id since the whole page. */
  const sent = useRef<{ html: string | null; blocks: Record<string, string> }>({ html: null, blocks: {} });

  const take = useEffectEvent((event: MessageEvent) => {
    // The origin of a sandboxed frame is opaque, serialized as "null".
    if (event.source === null || event.source !== frame.current?.contentWindow || event.origin !== "null") return;
    const message = frameMessageIn(event.data);
    if (message === null) return;
    if (message.type === "ready") {
      sent.current = { html: null, blocks: {} };
      setReady(true);
    }
    onMessage(message);
  });

  useEffect(() => {
    const listen = (event: MessageEvent) => take(event);
    window.addEventListener("message", listen);
    return () => window.removeEventListener("message", listen);
  }, []);

  useEffect(() => {
    const send = (message: EditorMessage) => frame.current?.contentWindow?.postMessage(message, "*");
    update({ element: frame.current, send });
    return () => update({ element: null, send: () => undefined });
  }, [update]);

  const say = useSchemaWords();
  const drawn = preview?.html ?? null;
  const drawnBlocks = preview?.blocks;
  const html = useMemo(() => (drawn === null ? null : hintsInWords(drawn, say)), [drawn, say]);
  const blocks = useMemo(() => {
    if (drawnBlocks === undefined || say === null) return drawnBlocks;
    return Object.fromEntries(Object.entries(drawnBlocks).map(([id, block]) => [id, hintsInWords(block, say)]));
  }, [drawnBlocks, say]);
  const siteUrl = website.url;
  useEffect(() => {
    if (!isReady || html === null || blocks === undefined) return;
    const { send } = view.current;
    if (sent.current.html !== html || Object.keys(sent.current.blocks).some((id) => !(id in blocks))) {
      send({ type: "page", html: pageText(framedPage(html, siteUrl)), area });
      sent.current = { html, blocks: {} };
    }
    for (const [id, block] of Object.entries(blocks)) {
      if (sent.current.blocks[id] !== block) send({ type: "block", id, html: block });
    }
    sent.current.blocks = blocks;
  }, [isReady, html, blocks, siteUrl, area, view]);

  return (
    <iframe
      ref={frame}
      title={t`Preview of the page`}
      sandbox="allow-scripts"
      tabIndex={-1}
      srcDoc={emptyPage}
      style={{
        display: "block",
        width: "100%",
        height: "100%",
        border: 0,
        background: "#fff",
        pointerEvents: dragged === null ? "auto" : "none",
      }}
    />
  );
}
