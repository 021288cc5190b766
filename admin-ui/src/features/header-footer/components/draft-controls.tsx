import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import HistoryIcon from "@mui/icons-material/History";
import Redo from "@mui/icons-material/Redo";
import Undo from "@mui/icons-material/Undo";
import type { ReactNode } from "react";
import { usePermission } from "@/shared/session/hooks";
import type { HeaderFooter, Way } from "../api";

interface DraftControlsProps {
  draft: HeaderFooter;
  editable: boolean;
  /** Whether a request is pending or edits are unsaved; the draft cannot be changed then. */
  held: boolean;
  onStep: (way: Way) => void;
  onDiscard: () => void;
  onPublish: () => void;
  onHistory: () => void;
}

/** Undo, redo, discard and publish, and whether the draft is published. */
export function DraftControls({ draft, editable, held, onStep, onDiscard, onPublish, onHistory }: DraftControlsProps) {
  const mayPublish = usePermission("design", "publish");
  const { unpublished, canUndo, canRedo } = draft;
  return (
    <Stack direction="row" sx={{ alignItems: "center", gap: 1, mb: 2, flexWrap: "wrap" }}>
      <Box role="status">
        <Chip
          size="small"
          variant="soft"
          color={unpublished ? "warning" : "success"}
          label={unpublished ? t`Draft saved` : t`Published`}
        />
      </Box>
      <Box sx={{ flex: 1 }} />
      {editable && (
        <>
          <Step
            label={t`Undo`}
            disabled={!canUndo || held}
            onClick={() => onStep("undo")}
            icon={<Undo fontSize="small" />}
          />
          <Step
            label={t`Redo`}
            disabled={!canRedo || held}
            onClick={() => onStep("redo")}
            icon={<Redo fontSize="small" />}
          />
        </>
      )}
      <Step label={t`History`} disabled={false} onClick={onHistory} icon={<HistoryIcon fontSize="small" />} />
      {editable && (
        <Button size="small" color="inherit" disabled={!unpublished || held} onClick={onDiscard}>
          {t`Discard draft`}
        </Button>
      )}
      {mayPublish && (
        <Button size="small" variant="contained" disabled={!unpublished || held} onClick={onPublish}>
          {t`Publish`}
        </Button>
      )}
    </Stack>
  );
}

function Step({
  label,
  disabled,
  onClick,
  icon,
}: {
  label: string;
  disabled: boolean;
  onClick: () => void;
  icon: ReactNode;
}) {
  return (
    <Tooltip title={label}>
      <span>
        <IconButton size="small" aria-label={label} disabled={disabled} onClick={onClick}>
          {icon}
        </IconButton>
      </span>
    </Tooltip>
  );
}
