import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import DescriptionOutlined from "@mui/icons-material/DescriptionOutlined";
import DragIndicator from "@mui/icons-material/DragIndicator";
import FolderOutlined from "@mui/icons-material/FolderOutlined";
import LinkOutlined from "@mui/icons-material/LinkOutlined";
import MoreVert from "@mui/icons-material/MoreVert";
import { useState, type DragEvent, type KeyboardEvent } from "react";
import type { SitePage } from "@/shared/navigation/api";
import { moves } from "@/shared/navigation/moves";
import { isFolder, type Direction, type DropPlace, type Entry } from "@/shared/navigation/tree";
import { kindOf } from "./entry-dialog";

const icons = { page: DescriptionOutlined, link: LinkOutlined, folder: FolderOutlined };

export interface EntryActions {
  onMove: (key: string, direction: Direction) => void;
  canMove: (key: string, direction: Direction) => boolean;
  onDrop: (key: string, target: string, place: DropPlace) => void;
  onEdit: (entry: Entry) => void;
  onRemove: (key: string) => void;
}

interface EntryRowProps {
  entry: Entry;
  pages: SitePage[];
  /** Null if the user may not edit. */
  actions: EntryActions | null;
}

const dragType = "application/x-stoa-navigation-entry";

function look(entry: Entry, pages: SitePage[]): { title: string; detail: string; problem: string | null } {
  if (entry.externalLink) return { title: entry.externalLink.title, detail: entry.externalLink.url, problem: null };
  if (isFolder(entry)) {
    const problem = entry.children.length === 0 ? t`Empty: visitors do not see it` : null;
    return { title: entry.title ?? "", detail: t`Folder`, problem };
  }
  const page = pages.find(({ id }) => id === entry.collectionId);
  if (page === undefined) return { title: entry.title ?? t`Unknown page`, detail: "", problem: t`Page was deleted` };
  const title = entry.title || page.navigationTitle || page.title;
  return { title, detail: page.fullUrl, problem: page.enabled ? null : t`Not published` };
}

/** The upper part of a row drops before it, the lower part after it, the middle of a folder into it. */
function placeOf(event: DragEvent<HTMLElement>, entry: Entry): DropPlace {
  const { top, height } = event.currentTarget.getBoundingClientRect();
  const part = (event.clientY - top) / height;
  if (isFolder(entry) && part > 0.3 && part < 0.7) return "inside";
  return part < 0.5 ? "before" : "after";
}

export function EntryRow({ entry, pages, actions }: EntryRowProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [dropPlace, setDropPlace] = useState<DropPlace | null>(null);
  const { title, detail, problem } = look(entry, pages);
  const Icon = icons[kindOf(entry)];
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves.find(({ key }) => event.altKey && event.key === key);
    if (move === undefined || actions === null) return;
    event.preventDefault();
    actions.onMove(entry.key, move.direction);
  };
  const choose = (act: () => void) => () => {
    setAnchor(null);
    act();
  };
  return (
    <Box component="li">
      <Stack
        direction="row"
        draggable={actions !== null}
        onDragStart={(event) => {
          event.dataTransfer.setData(dragType, entry.key);
          event.dataTransfer.effectAllowed = "move";
        }}
        onDragOver={(event) => {
          if (actions === null || !event.dataTransfer.types.includes(dragType)) return;
          event.preventDefault();
          setDropPlace(placeOf(event, entry));
        }}
        onDragLeave={() => setDropPlace(null)}
        onDrop={(event) => {
          event.preventDefault();
          setDropPlace(null);
          actions?.onDrop(event.dataTransfer.getData(dragType), entry.key, placeOf(event, entry));
        }}
        sx={{
          alignItems: "center",
          gap: 1.25,
          px: { xs: 1, sm: 1.5 },
          py: 0.75,
          minHeight: 56,
          borderTop: 2,
          borderBottom: 2,
          borderColor: "transparent",
          ...(dropPlace === "before" && { borderTopColor: "primary.main" }),
          ...(dropPlace === "after" && { borderBottomColor: "primary.main" }),
          ...(dropPlace === "inside" && { bgcolor: "action.selected" }),
          "&:hover": { bgcolor: "action.hover" },
        }}
      >
        {actions !== null && (
          <DragIndicator
            fontSize="small"
            sx={{ color: "text.secondary", cursor: "grab", display: { xs: "none", sm: "block" } }}
          />
        )}
        <Icon fontSize="small" sx={{ color: "text.secondary" }} />
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Typography variant="body2" noWrap sx={{ fontWeight: 550 }}>
            {title}
          </Typography>
          <Typography variant="caption" color="textSecondary" noWrap component="p">
            {detail}
          </Typography>
        </Box>
        {problem !== null && <Chip size="small" variant="soft" color="warning" label={problem} />}
        {actions !== null && (
          <>
            <IconButton
              aria-label={t`Change ${title}`}
              aria-haspopup="menu"
              aria-keyshortcuts={moves.map(({ key }) => `Alt+${key}`).join(" ")}
              data-entry={entry.key}
              onKeyDown={onKeyDown}
              onClick={(event) => setAnchor(event.currentTarget)}
            >
              <MoreVert fontSize="small" />
            </IconButton>
            <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
              <MenuItem onClick={choose(() => actions.onEdit(entry))}>{t`Change`}</MenuItem>
              {moves.map(({ direction, label }) => (
                <MenuItem
                  key={direction}
                  disabled={anchor === null || !actions.canMove(entry.key, direction)}
                  onClick={choose(() => actions.onMove(entry.key, direction))}
                >
                  {label}
                </MenuItem>
              ))}
              <MenuItem onClick={choose(() => actions.onRemove(entry.key))}>{t`Remove`}</MenuItem>
            </Menu>
          </>
        )}
      </Stack>
      {entry.children.length > 0 && (
        <Box
          component="ol"
          aria-label={t`In ${title}`}
          sx={{ listStyle: "none", m: 0, p: 0, ml: { xs: 2.5, sm: 4 }, borderLeft: 1, borderColor: "divider" }}
        >
          {entry.children.map((child) => (
            <EntryRow key={child.key} entry={child} pages={pages} actions={actions} />
          ))}
        </Box>
      )}
    </Box>
  );
}
