import { t } from "@lingui/core/macro";
import Badge from "@mui/material/Badge";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import CommentOutlined from "@mui/icons-material/CommentOutlined";
import HistoryIcon from "@mui/icons-material/History";
import SettingsOutlined from "@mui/icons-material/SettingsOutlined";
import DesktopWindows from "@mui/icons-material/DesktopWindowsOutlined";
import OpenInNew from "@mui/icons-material/OpenInNew";
import Search from "@mui/icons-material/Search";
import PhoneIphone from "@mui/icons-material/PhoneIphoneOutlined";
import Share from "@mui/icons-material/ShareOutlined";
import TabletMac from "@mui/icons-material/TabletMacOutlined";
import { memo } from "react";
import { Link } from "react-router";
import { areasScreen } from "@/shared/areas/addresses";
import { commandBoxKeys } from "@/shared/command-box/shortcut";
import { formatMoment } from "@/shared/i18n/format";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { ViewOnlyChip } from "@/shared/ui/page";
import { ScreenBar } from "@/shared/ui/screen-bar";
import type { Page } from "../api";
import { useEditable, useOpenPage } from "../hooks/use-open-page";
import type { Device } from "./devices/device";
import { settingsScreenOf } from "../settings-screen";
import { BarMenu } from "./bar-menu";
import { Collaborators } from "./collaborators";
import { LanguagePicker } from "./languages/language-picker";
import { PublishControls } from "./publish-controls";
import { UndoRedoButtons } from "./undo-redo-buttons";

interface EditorBarProps {
  page: Page;
  device: Device;
  onDevice: (device: Device) => void;
  save: () => Promise<boolean>;
  /** Number of unresolved comments. */
  comments: number;
  onOpen: (beside: "history" | "comments" | "share" | "schedule") => void;
  onSearch: () => void;
}

const devices = [
  {
    device: "desktop",
    get label() {
      return t`Desktop width`;
    },
    icon: DesktopWindows,
  },
  {
    device: "tablet",
    get label() {
      return t`Tablet width`;
    },
    icon: TabletMac,
  },
  {
    device: "phone",
    get label() {
      return t`Phone width`;
    },
    icon: PhoneIphone,
  },
] as const;

/** Target of the back arrow before the title. */
function aboveOf({ id, kind }: Page): { path: string; label: string } {
  if (kind === "item") return { path: `items/${id}`, label: t`About this item` };
  return kind === "area" ? { path: areasScreen, label: t`All areas` } : { path: "pages", label: t`All pages` };
}

export const EditorBar = memo(function EditorBar({
  page,
  device,
  onDevice,
  save,
  comments,
  onOpen,
  onSearch,
}: EditorBarProps) {
  const website = useWebsite();
  const title = useOpenPage(({ draft }) => draft.title);
  const editable = useEditable();
  const mayReview = usePermission("review-comments", "read");
  const about = settingsScreenOf(page);
  const above = aboveOf(page);
  return (
    <ScreenBar back={{ to: `/sites/${website.id}/${above.path}`, label: above.label }}>
      {/* On a phone the status is below the title, so that both can be read. */}
      <Stack
        sx={{
          minWidth: 0,
          flex: { xs: 1, md: "0 1 auto" },
          flexDirection: { xs: "column", md: "row" },
          alignItems: { xs: "flex-start", md: "center" },
          gap: { xs: 0.25, md: 1 },
        }}
      >
        <Typography variant="h2" component="h1" noWrap sx={{ maxWidth: 1, lineHeight: { xs: 1.25, md: undefined } }}>
          {title || t`Page`}
        </Typography>
        {editable ? <SaveStatus page={page} /> : <ViewOnlyChip />}
      </Stack>
      <Collaborators />
      <Box sx={{ flex: 1, display: { xs: "none", md: "block" } }} />
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label={t`Width of the preview`}
        value={device}
        onChange={(_, next: Device | null) => {
          if (next !== null) onDevice(next);
        }}
        sx={{ display: { xs: "none", md: "inline-flex" } }}
      >
        {devices.map(({ device: choice, label, icon: Icon }) => (
          <ToggleButton key={choice} value={choice} aria-label={label} title={label}>
            <Icon fontSize="small" />
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <LanguagePicker />
      {editable && <UndoRedoButtons />}
      <Tooltip title={t`Search (${{ commandBoxKeys: commandBoxKeys() }})`}>
        <IconButton
          aria-label={t`Search`}
          aria-haspopup="dialog"
          size="small"
          onClick={onSearch}
          sx={{ display: { xs: "none", sm: "inline-flex" } }}
        >
          <Search fontSize="small" />
        </IconButton>
      </Tooltip>
      {mayReview && (
        <Tooltip title={t`Comments`}>
          <IconButton
            aria-label={comments === 0 ? t`Comments` : t`Comments, ${comments} open`}
            size="small"
            onClick={() => onOpen("comments")}
          >
            <Badge badgeContent={comments} color="info" max={99}>
              <CommentOutlined fontSize="small" />
            </Badge>
          </IconButton>
        </Tooltip>
      )}
      {/* On a phone these are in a menu, with the actions that have no space there. */}
      {editable && (
        <Tooltip title={t`Share a preview`}>
          <IconButton
            aria-label={t`Share a preview`}
            size="small"
            onClick={() => onOpen("share")}
            sx={{ display: { xs: "none", sm: "inline-flex" } }}
          >
            <Share fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      <Tooltip title={t`History`}>
        <IconButton
          aria-label={t`History`}
          size="small"
          onClick={() => onOpen("history")}
          sx={{ display: { xs: "none", sm: "inline-flex" } }}
        >
          <HistoryIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Tooltip title={about.label}>
        <IconButton
          component={Link}
          to={`/sites/${website.id}/${about.path}`}
          aria-label={about.label}
          size="small"
          sx={{ display: { xs: "none", sm: "inline-flex" } }}
        >
          <SettingsOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
      <Tooltip title={t`View on the site`}>
        <IconButton
          aria-label={t`View on the site`}
          size="small"
          href={new URL(page.fullUrl, website.url).href}
          target="_blank"
          rel="noreferrer"
          sx={{ display: { xs: "none", sm: "inline-flex" } }}
        >
          <OpenInNew fontSize="small" />
        </IconButton>
      </Tooltip>
      <BarMenu address={new URL(page.fullUrl, website.url).href} about={about} onOpen={onOpen} onSearch={onSearch} />
      {editable && <PublishControls page={page} save={save} onSchedule={() => onOpen("schedule")} />}
    </ScreenBar>
  );
});

const offlineLabels = {
  get none() {
    return t`Offline`;
  },
  get typed() {
    return t`Offline: saving in this browser…`;
  },
  get kept() {
    return t`Offline: saved in this browser`;
  },
  get unkept() {
    return t`Offline: keep this tab open`;
  },
} as const;

type Look = { label: string; tone: "default" | "success" | "warning" | "error" };

function SaveStatus({ page }: { page: Page }) {
  const unsaved = useOpenPage(({ unsaved }) => unsaved);
  const saving = useOpenPage(({ saving }) => saving);
  const look = ((): Look => {
    switch (saving.kind) {
      case "flawed":
        return { label: t`Saved, with errors to fix`, tone: "warning" };
      case "refused":
        return { label: t`Not saved`, tone: "error" };
      case "offline":
        return { label: offlineLabels[saving.edits], tone: saving.edits === "unkept" ? "error" : "warning" };
      case "saving":
        return { label: t`Saving…`, tone: "default" };
      case "idle":
        if (unsaved) return { label: t`Saving…`, tone: "default" };
        if (page.publishFailure) return { label: t`Not published on time`, tone: "error" };
        if (page.status === "scheduled")
          return { label: t`Goes live ${{ moment: formatMoment(page.publishOn ?? 0) }}`, tone: "warning" };
        if (page.status === "needs-review") return { label: t`Waiting for review`, tone: "warning" };
        return page.hasUnpublishedChanges
          ? { label: t`Draft saved`, tone: "warning" }
          : { label: t`Published`, tone: "success" };
    }
  })();
  return (
    <Box role="status" sx={{ maxWidth: 1 }}>
      <Chip
        size="small"
        variant="soft"
        label={look.label}
        color={look.tone}
        sx={{ maxWidth: 1, height: { xs: 20, md: 24 } }}
      />
    </Box>
  );
}
