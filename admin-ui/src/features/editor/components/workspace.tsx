import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import type { Theme } from "@mui/material/styles";
import useMediaQuery from "@mui/material/useMediaQuery";
import AccountTree from "@mui/icons-material/AccountTreeOutlined";
import Tune from "@mui/icons-material/Tune";
import Visibility from "@mui/icons-material/VisibilityOutlined";
import { lazy, memo, Suspense, useCallback, useMemo, useRef, useState } from "react";
import { RenderBoundary } from "@/shared/errors/render-boundary";
import { usePermission } from "@/shared/session/hooks";
import { useWebsite } from "@/shared/session/hooks";
import { PartsNavigation } from "@/shared/ui/parts-navigation";
import { useListCollectionTargetsQuery, type Page } from "../api";
import type { Room } from "../document/types";
import { useClipboard } from "../hooks/use-clipboard";
import { useCommands } from "../hooks/use-commands";
import { LanguageViewContext } from "../hooks/use-languages";
import { usePublish } from "../hooks/use-publish";
import { useSession } from "../hooks/use-session";
import { AddBlockDialog } from "./add-block-dialog";
import { useReview } from "../review/use-review";
import { Canvas } from "./canvas/canvas";
import { DragProvider } from "./canvas/drag-provider";
import { DeviceContext, type Device } from "./devices/device";
import { mobileScreen } from "./devices/screens";
import { EditorBar } from "./editor-bar";
import { Helpers, type Helper } from "./helpers/helpers";
import { Inspector } from "./inspector/inspector";
import { LanguageNotice } from "./languages/language-notice";
import { OpenPreview } from "./open-preview";
import { Outline } from "./outline/outline";
import { ReviewPanel } from "./review/review-panel";
import { SaveBeforeLeaving } from "./save-before-leaving";
import { HistoryPanel } from "./history/history-panel";
import { SaveNotices } from "./save-notices";
import { SidePanel } from "./side-panel";

const PreviewLinksDialog = lazy(() => import("./preview-links/preview-links-dialog"));
const PublishLater = lazy(() => import("./publish-later"));
const MoveToPage = lazy(() => import("./move-to-page"));
const SectionLibrary = lazy(() => import("./section-library/section-library"));

interface WorkspaceProps {
  page: Page;
}

/** Panel or dialog opened over the editor from its bar or by a command. */
type OpenPanel = "history" | "comments" | "share" | "move" | "schedule";
type Panel = "preview" | "outline" | "inspector";

/**
 * Layout of the page editor. Memoized: drag-and-drop passes through all of it, so it must not re-render on each
 * keystroke.
 */
export const Workspace = memo(function Workspace({ page }: WorkspaceProps) {
  const [language, show] = useState<string | null>(null);
  const view = useMemo(() => ({ language, show }), [language]);
  return (
    <LanguageViewContext value={view}>
      <DragProvider>
        <OpenPreview page={page}>
          <EditorLayout page={page} />
        </OpenPreview>
      </DragProvider>
    </LanguageViewContext>
  );
});

/** Error fallback for one part of the editor; the others keep working, and no input is lost. */
function PartError({ what }: { what: string }) {
  return (
    <Alert severity="error" sx={{ m: 2 }}>
      {t`${what} could not be shown. Reload the page to try again. Your changes are saved.`}
    </Alert>
  );
}

/** The page between its outline and its settings; on a narrow screen one of them at a time. */
function EditorLayout({ page }: WorkspaceProps) {
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up("md"));
  const [device, setDevice] = useState<Device>("desktop");
  const [panel, setPanel] = useState<Panel>("preview");
  const session = useSession();
  const save = useCallback(() => session.flush(), [session]);
  const [beside, setBeside] = useState<OpenPanel | null>(null);
  const closeBeside = useCallback(() => setBeside(null), []);
  const review = useReview();
  const [addingAt, setAddingAt] = useState<Room | null>(null);
  const closeAdding = useCallback(() => setAddingAt(null), []);
  const settings = useRef<HTMLDivElement>(null);
  const commands = useCommands();
  const { publish } = usePublish(save);
  const mayPublish = usePermission("content", "publish");
  const [isAddingSection, setAddingSection] = useState(false);
  const [helper, setHelper] = useState<Helper>(null);
  const search = useCallback(() => setHelper("palette"), []);
  useClipboard();
  // New blocks that show a blog or store start with one of the site's.
  useListCollectionTargetsQuery({ websiteId: useWebsite().id });
  const showSettings = useCallback(() => setPanel("inspector"), []);
  const outline = (
    <RenderBoundary name="outline" fallback={<PartError what={t`The outline`} />}>
      <Outline onChosen={wide ? undefined : showSettings} />
    </RenderBoundary>
  );
  const inspector = (
    <Box sx={{ p: 2.25 }}>
      <RenderBoundary name="inspector" fallback={<PartError what={t`The settings`} />}>
        <LanguageNotice page={page} />
        <Inspector onOpen={setBeside} />
      </RenderBoundary>
    </Box>
  );
  const openSettings = () => {
    if (!wide) setPanel("inspector");
    requestAnimationFrame(() =>
      settings.current?.querySelector<HTMLElement>("[role=textbox], textarea, input, button")?.focus(),
    );
  };
  const addBlock = useCallback(() => setAddingAt(commands.roomAfterSelection()), [commands]);
  const addSection = useCallback(() => setAddingSection(true), []);
  const isMobile = useMediaQuery(mobileScreen);
  const shown = wide ? device : isMobile ? "phone" : "desktop";
  const seesPage = wide || panel === "preview";
  const openComments = () => setBeside("comments");
  const canvas = (
    <Canvas
      device={shown}
      marks={review.marks}
      onMark={openComments}
      onAddBlock={addBlock}
      onAddSection={addSection}
      onEditSettings={openSettings}
    />
  );
  return (
    <DeviceContext value={shown}>
      <Box sx={{ display: "flex", flexDirection: "column", height: "100dvh", bgcolor: "stone.main" }}>
        <SaveBeforeLeaving save={save} />
        <EditorBar
          page={page}
          device={device}
          onDevice={setDevice}
          save={save}
          comments={review.open.length}
          onOpen={setBeside}
          onSearch={search}
        />
        <SaveNotices />
        <HistoryPanel page={page} open={beside === "history"} onClose={closeBeside} />
        <ReviewPanel review={review} open={beside === "comments"} onClose={closeBeside} />
        {/* The canvas keeps its position among the children, so that the page and its inline editor stay mounted when the window is resized. */}
        <Box
          sx={{
            flex: 1,
            minHeight: 0,
            display: "grid",
            gridTemplateColumns: wide ? "244px minmax(0, 1fr) 332px" : "minmax(0, 1fr)",
            gridTemplateRows: "minmax(0, 1fr)",
          }}
        >
          {wide && <SidePanel outline={outline} />}
          <Box
            component="main"
            sx={{
              display: "flex",
              flexDirection: "column",
              minHeight: 0,
              py: { md: 1.5 },
              overflowY: seesPage ? "hidden" : "auto",
            }}
          >
            <Box sx={{ display: seesPage ? "flex" : "none", flex: 1, minHeight: 0 }}>{canvas}</Box>
            {!wide && panel === "outline" && outline}
            {!wide && panel === "inspector" && (
              <Box ref={settings} sx={{ bgcolor: "background.default", flex: 1 }}>
                {inspector}
              </Box>
            )}
          </Box>
          {wide && (
            <Box
              ref={settings}
              component="aside"
              aria-label={t`Settings`}
              sx={{ overflowY: "auto", bgcolor: "background.default", borderLeft: 1, borderColor: "divider", ml: 1.5 }}
            >
              {inspector}
            </Box>
          )}
        </Box>
        {!wide && (
          <PartsNavigation
            label={t`Parts of the editor`}
            value={panel}
            onChange={setPanel}
            parts={[
              { value: "preview", label: t`Preview`, icon: <Visibility /> },
              { value: "outline", label: t`Outline`, icon: <AccountTree /> },
              { value: "inspector", label: t`Settings`, icon: <Tune /> },
            ]}
          />
        )}
        <AddBlockDialog room={addingAt} onClose={closeAdding} onAdded={closeAdding} />
        <Helpers
          open={helper}
          onTurn={setHelper}
          page={page}
          save={save}
          publish={mayPublish ? publish : null}
          onAddBlock={addBlock}
          onAddSection={addSection}
          onOpen={setBeside}
        />
        <Suspense fallback={null}>
          {beside === "share" && <PreviewLinksDialog onClose={closeBeside} />}
          {beside === "schedule" && <PublishLater page={page} save={save} onClose={closeBeside} />}
          {beside === "move" && <MoveToPage onClose={closeBeside} />}
        </Suspense>
        {isAddingSection && (
          <Suspense fallback={null}>
            <SectionLibrary page={page} onClose={() => setAddingSection(false)} />
          </Suspense>
        )}
      </Box>
    </DeviceContext>
  );
}
