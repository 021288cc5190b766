import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import { useColorScheme } from "@mui/material/styles";
import { useEffect, useRef, useState } from "react";
import { errorText } from "@/shared/i18n/error-text";
import { useLanguage } from "@/shared/i18n/use-language";
import type { PluginPanel } from "@/shared/plugins/panels-api";
import { useWebsite } from "@/shared/session/hooks";
import { ErrorState, LoadingRows } from "@/shared/ui/states";
import { useCallPanelMutation, useGetPanelPageQuery, type PanelCall } from "../panels-api";

const minHeight = 120;
const maxHeight = 20_000;

/** What the frame sends; see `core/http/src/public/panel_frame/frame.js`. */
type Message =
  | { stoa: "ready" }
  | { stoa: "shown" }
  | { stoa: "height"; height: number }
  | { stoa: "call"; id: number; method: string; input: unknown };

function isMessage(data: unknown): data is Message {
  return typeof data === "object" && data !== null && "stoa" in data;
}

interface PanelFrameProps {
  panel: PluginPanel;
}

/**
 * The page of a plugin. It has no origin: it cannot reach the admin, and what it asks for by messages is asked of this
 * panel alone, with the rights of the user.
 */
export function PanelFrame({ panel: { pluginId, name, title, digest } }: PanelFrameProps) {
  const { id: websiteId } = useWebsite();
  const language = useLanguage();
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const [isShown, setShown] = useState(false);
  const [height, setHeight] = useState(minHeight);
  const { mode, systemMode } = useColorScheme();
  const theme = (mode === "system" ? systemMode : mode) ?? "light";
  const page = useGetPanelPageQuery({ websiteId, pluginId, panel: name, digest });
  const [call] = useCallPanelMutation();

  useEffect(() => {
    const answer = async (id: number, asked: PanelCall) => {
      const { data, error } = await call({ websiteId, pluginId, panel: name, language, ...asked });
      const problem = error === undefined ? data.error : errorText(error);
      const outcome = typeof problem === "string" ? { error: problem } : { result: data?.result };
      frame.current?.contentWindow?.postMessage({ stoa: "answer", id, ...outcome }, "*");
    };
    const onMessage = ({ source, data }: MessageEvent<unknown>) => {
      if (source === null || source !== frame.current?.contentWindow || !isMessage(data)) return;
      if (data.stoa === "ready") setReady(true);
      if (data.stoa === "shown") setShown(true);
      if (data.stoa === "height") setHeight(Math.min(Math.max(Number(data.height) || 0, minHeight), maxHeight));
      if (data.stoa === "call") void answer(data.id, { method: String(data.method), input: inputOf(data.input) });
    };
    window.addEventListener("message", onMessage);
    return () => window.removeEventListener("message", onMessage);
  }, [call, websiteId, pluginId, name, language]);

  useEffect(() => {
    if (!isReady) return;
    const context = { locale: language, theme, direction: document.dir || "ltr" };
    frame.current?.contentWindow?.postMessage({ stoa: "context", context }, "*");
  }, [isReady, language, theme]);

  const html = page.data;
  useEffect(() => {
    if (isReady && html !== undefined) frame.current?.contentWindow?.postMessage({ stoa: "page", html }, "*");
  }, [isReady, html]);

  if (page.isError) return <ErrorState error={page.error} onRetry={() => void page.refetch()} />;
  return (
    <Paper variant="card" sx={{ p: 2 }}>
      {!isShown && <LoadingRows rows={3} />}
      <Box
        ref={frame}
        component="iframe"
        title={title}
        src="/admin/panel-frame"
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        sx={{ display: isShown ? "block" : "none", width: "100%", height, border: 0, colorScheme: theme }}
        aria-label={t`Panel: ${title}`}
      />
    </Paper>
  );
}

function inputOf(input: unknown): Record<string, never> {
  return (typeof input === "object" && input !== null ? input : {}) as Record<string, never>;
}
