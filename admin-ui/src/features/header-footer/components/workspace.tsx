import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import type { Theme } from "@mui/material/styles";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useState } from "react";
import { errorStatus } from "@/shared/api/api-error";
import { errorText } from "@/shared/i18n/error-text";
import { PreviewPane } from "@/shared/live-page/preview-pane";
import { useWebsite } from "@/shared/session/hooks";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { SideDrawer } from "@/shared/ui/side-drawer";
import { EmptyState } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import {
  useDiscardHeaderFooterMutation,
  usePublishHeaderFooterMutation,
  useRestoreHeaderFooterMutation,
  useSaveHeaderFooterMutation,
  useStepHeaderFooterMutation,
  type HeaderFooter,
} from "../api";
import { HeaderFooterForm } from "../forms/header-footer-form";
import { useFramePreview } from "../hooks/use-frame-preview";
import { DraftControls } from "./draft-controls";
import { VersionList } from "./version-list";

type Side = "settings" | "preview";
type Outcome = { data?: HeaderFooter | undefined; error?: unknown };

function failureText(error: unknown): string {
  const isLate = errorStatus(error) === 412;
  return isLate
    ? t`Someone else has changed header and footer in the meantime. Reload the page to see their version.`
    : errorText(error);
}

/** Editor of the header and footer draft: settings beside a preview of the saved draft. */
export function Workspace({ first, editable }: { first: HeaderFooter; editable: boolean }) {
  const ref = { websiteId: useWebsite().id };
  const toast = useToast();
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up("lg"));
  const [draft, setDraft] = useState(first);
  /** Incremented to reset the form to other values. */
  const [reading, setReading] = useState(0);
  const [dirty, setDirty] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [side, setSide] = useState<Side>("settings");
  const [address, setAddress] = useState("/");
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const [version, setVersion] = useState<number | null>(null);
  const [save] = useSaveHeaderFooterMutation();
  const [step] = useStepHeaderFooterMutation();
  const [publish] = usePublishHeaderFooterMutation();
  const [discard] = useDiscardHeaderFooterMutation();
  const [restore] = useRestoreHeaderFooterMutation();
  const preview = useFramePreview({ revision: draft.revision, version, address });
  const { revision } = draft;

  const change = async (call: Promise<Outcome>, said: string | null = null) => {
    setBusy(true);
    setFailure(null);
    const { data, error } = await call;
    setBusy(false);
    if (data === undefined) return setFailure(failureText(error));
    setDraft(data);
    setReading((count) => count + 1);
    setVersion(null);
    if (said !== null) toast.success(said);
  };

  const settings = (
    <HeaderFooterForm
      key={reading}
      arranged={draft}
      editable={editable}
      onDirty={setDirty}
      onSave={async (arranged) => {
        const saved = await save({ ...ref, revision, arranged }).unwrap();
        setDraft(saved);
        setVersion(null);
        toast.success(t`Draft saved`);
        return saved;
      }}
    />
  );
  const page = (
    <Box sx={{ height: { xs: "70dvh", lg: "calc(100dvh - 220px)" }, minWidth: 0, position: { lg: "sticky" }, top: 16 }}>
      {version !== null && (
        <Alert
          severity="info"
          onClose={() => setVersion(null)}
          slotProps={{ closeButton: { "aria-label": t`Back to the draft` } }}
        >
          {t`This is an earlier version.`}
        </Alert>
      )}
      <PreviewPane
        preview={preview}
        address={address}
        onAddress={setAddress}
        absence={
          preview.unavailable ? (
            <EmptyState title={t`No preview`}>
              {t`This page cannot be previewed right now. Publish to see it on the site.`}
            </EmptyState>
          ) : undefined
        }
      />
    </Box>
  );
  return (
    <Page
      title={t`Header and footer`}
      width="wide"
      status={editable ? undefined : <ViewOnlyChip />}
      description={t`The header and footer of each page. Visitors see changes once they are published.`}
    >
      <DraftControls
        draft={draft}
        editable={editable}
        held={dirty || busy}
        onStep={(way) => void change(step({ ...ref, revision, way }))}
        onDiscard={() => void change(discard({ ...ref, revision }))}
        onPublish={() => void change(publish({ ...ref, revision }), t`Published. Visitors see it now.`)}
        onHistory={() => setHistoryOpen(true)}
      />
      {failure !== null && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {failure}
        </Alert>
      )}
      {!wide && (
        <Tabs
          value={side}
          onChange={(_, next: Side) => setSide(next)}
          variant="fullWidth"
          aria-label={t`Header and footer sections`}
          sx={{ mb: 2 }}
        >
          <Tab value="settings" label={t`Settings`} />
          <Tab value="preview" label={t`Preview`} />
        </Tabs>
      )}
      {/* Input is kept while the preview is shown, and when the window is resized. */}
      <Box
        sx={
          wide
            ? { display: "grid", gridTemplateColumns: "minmax(0, 420px) minmax(0, 1fr)", gap: 3, alignItems: "start" }
            : {}
        }
      >
        <Box sx={{ minWidth: 0, display: wide || side === "settings" ? "block" : "none" }}>{settings}</Box>
        {(wide || side === "preview") && page}
      </Box>
      <SideDrawer title={t`History`} width={420} open={isHistoryOpen} onClose={() => setHistoryOpen(false)}>
        <VersionList
          editable={editable}
          busy={busy || dirty}
          shown={version}
          onShow={(number) => {
            setVersion(number);
            setSide("preview");
            setHistoryOpen(false);
          }}
          onRestore={(number) => {
            setHistoryOpen(false);
            void change(restore({ ...ref, revision, number }), t`Restored as the draft`);
          }}
        />
      </SideDrawer>
    </Page>
  );
}
