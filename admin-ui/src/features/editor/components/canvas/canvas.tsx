import Box from "@mui/material/Box";
import LinearProgress from "@mui/material/LinearProgress";
import { useCallback, useEffect, useRef } from "react";
import { useWebsite } from "@/shared/session/hooks";
import { ErrorState } from "@/shared/ui/states";
import type { LivePreview } from "../../hooks/use-preview";
import { useEditorActions, useOpenPage } from "../../hooks/use-open-page";
import { blockIdAround, frameHtml, markBlock, showBlock, updateFrame } from "./frame-document";
import { useSize } from "@/shared/hooks/use-size";

export type Device = "desktop" | "tablet" | "phone";

/** The widths a page is looked at, in CSS pixels. */
const deviceWidths: Record<Device, number> = { desktop: 1280, tablet: 820, phone: 390 };

interface CanvasProps {
  preview: LivePreview;
  device: Device;
}

/** The page as visitors will see it, scaled to the room there is. */
export function Canvas({ preview, device }: CanvasProps) {
  const [room, size] = useSize();
  const wanted = deviceWidths[device];
  const width = device === "desktop" ? Math.max(wanted, size.width) : wanted;
  const scale = size.width === 0 ? 1 : Math.min(1, size.width / width);
  return (
    <Box
      ref={room}
      sx={{
        position: "relative",
        flex: 1,
        minHeight: 0,
        minWidth: 0,
        overflow: "hidden",
        display: "flex",
        justifyContent: "center",
        borderRadius: { md: 2 },
        bgcolor: device === "desktop" ? "common.white" : "transparent",
        boxShadow: device === "desktop" ? "0 1px 3px rgb(0 0 0 / 12%), 0 12px 32px -20px rgb(0 0 0 / 40%)" : "none",
      }}
    >
      {preview.busy && <LinearProgress sx={{ position: "absolute", zIndex: 1, top: 0, left: 0, right: 0, height: 2 }} />}
      {preview.html === null && preview.failure !== null ? (
        <ErrorState error={preview.failure} onRetry={preview.retry} />
      ) : (
        <Box sx={{ width: width * scale, height: "100%", flexShrink: 0, overflow: "hidden", bgcolor: "common.white", borderRadius: { md: 2 } }}>
          <Box sx={{ width, height: scale === 0 ? "100%" : size.height / scale, transform: `scale(${scale})`, transformOrigin: "0 0" }}>
            {preview.html !== null && <Frame html={preview.html} />}
          </Box>
        </Box>
      )}
    </Box>
  );
}

/** What the frame starts with: it is there at once, while a whole page waits for its pictures. */
const emptyPage = "<!doctype html><html><head></head><body></body></html>";

/**
 * The sandbox forbids scripts, so nothing of the page can act in the admin's name; the same origin
 * is left to it so that the admin can see where a click went.
 */
function Frame({ html }: { html: string }) {
  const website = useWebsite();
  const { selection } = useOpenPage();
  const { select } = useEditorActions();
  const selectedId = selection.type === "block" ? selection.id : null;
  const page = frameHtml(html, website.url);
  const frame = useRef<HTMLIFrameElement>(null);
  const loaded = useRef(false);
  const latest = useRef({ page, selectedId });

  const refresh = useCallback(() => {
    const inner = frame.current?.contentDocument;
    if (!inner || !loaded.current) return;
    updateFrame(inner, latest.current.page);
    markBlock(inner, latest.current.selectedId);
  }, []);

  useEffect(() => {
    latest.current = { page, selectedId };
    refresh();
  }, [page, selectedId, refresh]);

  useEffect(() => {
    const inner = frame.current?.contentDocument;
    if (inner && loaded.current && selectedId !== null) showBlock(inner, selectedId);
  }, [selectedId]);

  const onLoad = () => {
    const inner = frame.current?.contentDocument;
    if (!inner) return;
    loaded.current = true;
    inner.addEventListener("click", (event) => {
      event.preventDefault();
      const blockId = blockIdAround(event.target);
      select(blockId === null ? { type: "page" } : { type: "block", id: blockId });
    });
    inner.addEventListener("submit", (event) => event.preventDefault());
    refresh();
  };

  return (
    <iframe
      ref={frame}
      title="Preview of the page"
      sandbox="allow-same-origin"
      srcDoc={emptyPage}
      onLoad={onLoad}
      style={{ display: "block", width: "100%", height: "100%", border: 0, background: "#fff" }}
    />
  );
}
