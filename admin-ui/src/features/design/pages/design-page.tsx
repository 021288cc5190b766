import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import type { Theme as MuiTheme } from "@mui/material/styles";
import useMediaQuery from "@mui/material/useMediaQuery";
import PaletteOutlined from "@mui/icons-material/PaletteOutlined";
import Visibility from "@mui/icons-material/VisibilityOutlined";
import { useEffect, useState } from "react";
import { LeaveGuard } from "@/shared/form/leave-guard";
import { PreviewPane } from "@/shared/live-page/preview-pane";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { PartsNavigation } from "@/shared/ui/parts-navigation";
import { ConflictNotice, RefusalNotice } from "@/shared/ui/save-notice";
import { EmptyState, ErrorState, LoadingBar } from "@/shared/ui/states";
import { useGetDesignQuery, type DesignState } from "../api";
import { DesignBar } from "../components/design-bar";
import { DesignPanel } from "../components/design-panel";
import { useDesignDraft, type DesignDraft } from "../hooks/use-design-draft";
import { useDesignPreview } from "../hooks/use-design-preview";

export function DesignPage() {
  const website = useWebsite();
  const { currentData, isError, isFetching, error, refetch } = useGetDesignQuery(
    { websiteId: website.id },
    { refetchOnMountOrArgChange: true },
  );
  const [first, setFirst] = useState<DesignState | null>(null);
  useEffect(() => {
    document.title = t`Design – Stoa`;
  }, []);
  // The draft starts from the first response after the screen was opened; it gets later ones from its own saves.
  if (first === null && currentData !== undefined && !isFetching) setFirst(currentData);
  if (first !== null) return <Workspace first={first} />;
  if (isError) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <LoadingBar />;
}

type Side = "settings" | "preview";

function Workspace({ first }: { first: DesignState }) {
  const wide = useMediaQuery((theme: MuiTheme) => theme.breakpoints.up("md"));
  const editable = usePermission("design", "write");
  const [side, setSide] = useState<Side>("settings");
  const [address, setAddress] = useState("/");
  const draft = useDesignDraft(first);
  const { themes } = draft.saved;
  const theme = themes.find(({ name }) => name === draft.design.theme);
  const preview = useDesignPreview(draft.design, theme, draft.saved.draft.theme, address);
  const errors = draft.saving.kind === "refused" ? draft.saving.errors : {};
  return (
    <Box sx={{ display: "flex", flexDirection: "column", height: "100dvh", bgcolor: "background.default" }}>
      <LeaveGuard when={editable && draft.unsaved} />
      <DesignBar draft={draft} />
      <Notice draft={draft} />
      <Box
        sx={{
          flex: 1,
          minHeight: 0,
          display: "grid",
          gridTemplateColumns: wide ? "340px minmax(0, 1fr)" : "minmax(0, 1fr)",
          gridTemplateRows: "minmax(0, 1fr)",
        }}
      >
        {(wide || side === "settings") && (
          <Box
            component="aside"
            aria-label={t`Settings of the design`}
            sx={{ overflowY: "auto", borderRight: wide ? 1 : 0, borderColor: "divider" }}
          >
            <DesignPanel
              design={draft.design}
              themes={themes}
              errors={errors}
              editable={editable}
              onChange={draft.change}
            />
          </Box>
        )}
        <Box
          component="main"
          sx={{ display: wide || side === "preview" ? "block" : "none", minHeight: 0, minWidth: 0 }}
        >
          <PreviewPane
            preview={preview}
            address={address}
            onAddress={setAddress}
            absence={
              preview.unavailable ? (
                <EmptyState title={t`No preview`}>
                  {t`This page cannot be previewed right now. Publish the design to see it on the site.`}
                </EmptyState>
              ) : undefined
            }
          />
        </Box>
      </Box>
      {!wide && (
        <PartsNavigation
          label={t`Parts of the design`}
          value={side}
          onChange={setSide}
          parts={[
            { value: "settings", label: t`Settings`, icon: <PaletteOutlined /> },
            { value: "preview", label: t`Preview`, icon: <Visibility /> },
          ]}
        />
      )}
    </Box>
  );
}

function Notice({ draft }: { draft: DesignDraft }) {
  switch (draft.saving.kind) {
    case "conflict":
      return (
        <ConflictNotice
          what={t`the design`}
          onTakeTheirs={() => void draft.takeTheirs()}
          onKeepMine={() => void draft.keepMine()}
        />
      );
    case "refused":
      return <RefusalNotice message={draft.saving.message} onRetry={draft.retry} />;
    case "idle":
    case "saving":
      return null;
  }
}
