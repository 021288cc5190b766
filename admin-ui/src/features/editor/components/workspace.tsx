import Box from "@mui/material/Box";
import BottomNavigation from "@mui/material/BottomNavigation";
import BottomNavigationAction from "@mui/material/BottomNavigationAction";
import type { Theme } from "@mui/material/styles";
import useMediaQuery from "@mui/material/useMediaQuery";
import AccountTree from "@mui/icons-material/AccountTreeOutlined";
import Tune from "@mui/icons-material/Tune";
import Visibility from "@mui/icons-material/VisibilityOutlined";
import { useCallback, useState } from "react";
import type { Page } from "../api";
import { useDraft, useEditorActions } from "../hooks/use-open-page";
import { usePreview } from "../hooks/use-preview";
import { useSession } from "../hooks/use-session";
import { useShortcuts } from "../hooks/use-shortcuts";
import { Canvas, type Device } from "./canvas/canvas";
import { EditorBar } from "./editor-bar";
import { Inspector } from "./inspector/inspector";
import { Outline } from "./outline/outline";
import { SaveBeforeLeaving } from "./save-before-leaving";
import { HistoryPanel } from "./history/history-panel";
import { SaveNotices } from "./save-notices";

interface WorkspaceProps {
  page: Page;
}

type Panel = "preview" | "outline" | "inspector";

export function Workspace({ page }: WorkspaceProps) {
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up("md"));
  const draft = useDraft();
  const { undo, redo } = useEditorActions();
  const [device, setDevice] = useState<Device>("desktop");
  const [panel, setPanel] = useState<Panel>("preview");
  const session = useSession();
  const save = useCallback(() => session.flush(), [session]);
  const [showsHistory, setShowsHistory] = useState(false);
  const preview = usePreview(page, draft.document);
  useShortcuts({ undo, redo });
  const outline = <Outline errors={preview.errors} onChosen={wide ? undefined : () => setPanel("inspector")} />;
  const inspector = (
    <Box sx={{ p: 2.25 }}>
      <Inspector errors={preview.errors} />
    </Box>
  );
  const canvas = <Canvas preview={preview} device={wide ? device : "phone"} />;
  return (
    <Box sx={{ display: "flex", flexDirection: "column", height: "100dvh", bgcolor: "stone.main" }}>
      <SaveBeforeLeaving save={save} />
      <EditorBar page={page} device={device} onDevice={setDevice} save={save} onHistory={() => setShowsHistory(true)} />
      <SaveNotices />
      <HistoryPanel page={page} open={showsHistory} onClose={() => setShowsHistory(false)} />
      {wide ? (
        <Box sx={{ flex: 1, minHeight: 0, display: "grid", gridTemplateColumns: "244px minmax(0, 1fr) 332px" }}>
          <Box sx={{ overflowY: "auto" }}>{outline}</Box>
          <Box component="main" sx={{ display: "flex", minHeight: 0, py: 1.5 }}>
            {canvas}
          </Box>
          <Box component="aside" aria-label="Settings" sx={{ overflowY: "auto", bgcolor: "background.default", borderLeft: 1, borderColor: "divider", ml: 1.5 }}>
            {inspector}
          </Box>
        </Box>
      ) : (
        <>
          <Box component="main" sx={{ flex: 1, minHeight: 0, display: "flex", flexDirection: "column", overflowY: panel === "preview" ? "hidden" : "auto" }}>
            <Box sx={{ display: panel === "preview" ? "flex" : "none", flex: 1, minHeight: 0 }}>{canvas}</Box>
            {panel === "outline" && outline}
            {panel === "inspector" && <Box sx={{ bgcolor: "background.default", flex: 1 }}>{inspector}</Box>}
          </Box>
          <BottomNavigation
            component="nav"
            aria-label="Parts of the editor"
            showLabels
            value={panel}
            onChange={(_, next: Panel) => setPanel(next)}
            sx={{ borderTop: 1, borderColor: "divider", flexShrink: 0 }}
          >
            <BottomNavigationAction value="preview" label="Preview" icon={<Visibility />} />
            <BottomNavigationAction value="outline" label="Outline" icon={<AccountTree />} />
            <BottomNavigationAction value="inspector" label="Settings" icon={<Tune />} />
          </BottomNavigation>
        </>
      )}
    </Box>
  );
}
