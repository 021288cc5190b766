import { t } from "@lingui/core/macro";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import ArrowDownward from "@mui/icons-material/ArrowDownward";
import ArrowUpward from "@mui/icons-material/ArrowUpward";
import BookmarkAdd from "@mui/icons-material/BookmarkAddOutlined";
import ContentCopy from "@mui/icons-material/ContentCopy";
import ContentCut from "@mui/icons-material/ContentCut";
import ContentPaste from "@mui/icons-material/ContentPaste";
import ControlPointDuplicate from "@mui/icons-material/ControlPointDuplicate";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import DriveFileMove from "@mui/icons-material/DriveFileMoveOutlined";
import { memo, type ReactNode } from "react";
import { useClipboardCommands } from "../../hooks/use-clipboard";

interface ActionsProps {
  noun: string;
  mayMoveUp: boolean;
  mayMoveDown: boolean;
  onMove: (step: -1 | 1) => void;
  onDuplicate: () => void;
  onRemove: () => void;
  /** Saves it to the section library; undefined where that is not possible. */
  onSave?: () => void;
  onMoveAway: () => void;
}

/** Actions for a block or section as a whole. */
export const Actions = memo(function Actions({
  noun,
  mayMoveUp,
  mayMoveDown,
  onMove,
  onDuplicate,
  onRemove,
  onSave,
  onMoveAway,
}: ActionsProps) {
  const { copy, cut, paste } = useClipboardCommands();
  return (
    <Stack
      direction="row"
      role="group"
      aria-label={t`Actions on the ${noun}`}
      sx={{ gap: 0.5, mb: 2, ml: -0.75, flexWrap: "wrap" }}
    >
      <Action label={t`Move ${noun} up`} disabled={!mayMoveUp} onClick={() => onMove(-1)}>
        <ArrowUpward fontSize="small" />
      </Action>
      <Action label={t`Move ${noun} down`} disabled={!mayMoveDown} onClick={() => onMove(1)}>
        <ArrowDownward fontSize="small" />
      </Action>
      <Action label={t`Duplicate ${noun}`} onClick={onDuplicate}>
        <ControlPointDuplicate fontSize="small" />
      </Action>
      <Action label={t`Copy ${noun}`} onClick={copy}>
        <ContentCopy fontSize="small" />
      </Action>
      <Action label={t`Cut ${noun}`} onClick={cut}>
        <ContentCut fontSize="small" />
      </Action>
      <Action label={t`Paste after ${noun}`} onClick={paste}>
        <ContentPaste fontSize="small" />
      </Action>
      {onSave !== undefined && (
        <Action label={t`Save ${noun} for other pages`} onClick={onSave}>
          <BookmarkAdd fontSize="small" />
        </Action>
      )}
      <Action label={t`Move ${noun} to another page`} onClick={onMoveAway}>
        <DriveFileMove fontSize="small" />
      </Action>
      <Action label={t`Remove ${noun}`} onClick={onRemove}>
        <DeleteOutlined fontSize="small" />
      </Action>
    </Stack>
  );
});

interface ActionProps {
  label: string;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Action({ label, disabled = false, onClick, children }: ActionProps) {
  return (
    <Tooltip title={label}>
      <span>
        <IconButton size="small" aria-label={label} disabled={disabled} onClick={onClick}>
          {children}
        </IconButton>
      </span>
    </Tooltip>
  );
}
