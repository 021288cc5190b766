import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import ArticleOutlined from "@mui/icons-material/ArticleOutlined";
import DragIndicator from "@mui/icons-material/DragIndicator";
import FolderOutlined from "@mui/icons-material/FolderOutlined";
import HomeOutlined from "@mui/icons-material/HomeOutlined";
import LinkOutlined from "@mui/icons-material/LinkOutlined";
import LockOutlined from "@mui/icons-material/LockOutlined";
import NotesOutlined from "@mui/icons-material/NotesOutlined";
import StorefrontOutlined from "@mui/icons-material/StorefrontOutlined";
import { useState, type DragEvent, type ReactNode } from "react";
import { Link } from "react-router";
import { isFolder, type DropPlace, type Entry } from "@/shared/navigation/tree";
import { useWebsite } from "@/shared/session/hooks";
import type { PageSummary } from "../api";
import { FailureSentence, PageStatus, ReservedAddressSentence } from "./page-status";

const dragType = "application/x-stoa-site-tree";

interface TreeRowProps {
  entry: Entry;
  page: PageSummary | null;
  draggable: boolean;
  onDrop: (key: string, place: DropPlace) => void;
  menu: ReactNode;
  children?: ReactNode;
}

function KindIcon({ entry, page }: Pick<TreeRowProps, "entry" | "page">) {
  if (page?.isHome) return <HomeOutlined fontSize="small" color="primary" />;
  if (page?.access === "password") return <LockOutlined fontSize="small" color="action" />;
  if (entry.externalLink) return <LinkOutlined fontSize="small" color="action" />;
  switch (page?.kind) {
    case "blog":
      return <NotesOutlined fontSize="small" color="action" />;
    case "store":
      return <StorefrontOutlined fontSize="small" color="action" />;
    case "page":
      return <ArticleOutlined fontSize="small" color="action" />;
    default:
      return <FolderOutlined fontSize="small" color="action" />;
  }
}

export function titleOf(entry: Entry, page: PageSummary | null): string {
  return entry.externalLink?.title || entry.title || page?.navigationTitle || page?.title || t`Unknown page`;
}

/** The upper part of a row drops before it, the lower part after it, the middle of a folder into it. */
function placeOf(event: DragEvent<HTMLElement>, entry: Entry): DropPlace {
  const { top, height } = event.currentTarget.getBoundingClientRect();
  const part = (event.clientY - top) / height;
  if (isFolder(entry) && part > 0.3 && part < 0.7) return "inside";
  return part < 0.5 ? "before" : "after";
}

/** Screen where the row's page is edited: its blocks, its items, or its settings. */
function placeToEdit(base: string, page: PageSummary): string {
  switch (page.kind) {
    case "page":
      return `${base}/pages/${page.id}/edit`;
    case "blog":
      return `${base}/collections/${page.id}/items`;
    default:
      return `${base}/pages/${page.id}/settings`;
  }
}

/** One page, link or folder of the site's tree. */
export function TreeRow({ entry, page, draggable, onDrop, menu, children }: TreeRowProps) {
  const website = useWebsite();
  const [place, setPlace] = useState<DropPlace | null>(null);
  const title = titleOf(entry, page);
  const base = `/sites/${website.id}`;
  const editor = page && placeToEdit(base, page);
  return (
    <Box component="li" data-page={entry.collectionId ?? ""}>
      <Stack
        direction="row"
        draggable={draggable}
        onDragStart={(event) => {
          event.dataTransfer.setData(dragType, entry.key);
          event.dataTransfer.effectAllowed = "move";
        }}
        onDragOver={(event) => {
          if (!draggable || !event.dataTransfer.types.includes(dragType)) return;
          event.preventDefault();
          setPlace(placeOf(event, entry));
        }}
        onDragLeave={() => setPlace(null)}
        onDrop={(event) => {
          event.preventDefault();
          setPlace(null);
          onDrop(event.dataTransfer.getData(dragType), placeOf(event, entry));
        }}
        sx={{
          alignItems: "center",
          gap: 1.25,
          px: { xs: 1, sm: 2 },
          py: 0.75,
          minHeight: 56,
          borderTop: 2,
          borderBottom: 2,
          borderColor: "transparent",
          ...(place === "before" && { borderTopColor: "primary.main" }),
          ...(place === "after" && { borderBottomColor: "primary.main" }),
          ...(place === "inside" && { bgcolor: "action.selected" }),
          "&:hover": { bgcolor: "action.hover" },
        }}
      >
        {draggable && (
          <DragIndicator
            fontSize="small"
            sx={{ color: "text.secondary", cursor: "grab", display: { xs: "none", sm: "block" } }}
          />
        )}
        <KindIcon entry={entry} page={page} />
        <Box sx={{ minWidth: 0, flex: 1 }}>
          {editor ? (
            <Typography
              variant="body2"
              noWrap
              component={Link}
              to={editor}
              sx={{ fontWeight: 550, display: "block", color: "inherit" }}
            >
              {title}
            </Typography>
          ) : (
            <Typography variant="body2" noWrap sx={{ fontWeight: 550 }}>
              {title}
            </Typography>
          )}
          <Typography variant="caption" color="textSecondary" noWrap component="p">
            {entry.externalLink?.url ?? page?.fullUrl ?? t`Folder`}
          </Typography>
          {page?.hasReservedAddress && (
            <Typography variant="caption" color="error" component="p">
              <ReservedAddressSentence />
            </Typography>
          )}
          {page?.publishFailure && (
            <Typography variant="caption" color="error" component="p">
              <FailureSentence failure={page.publishFailure} />
            </Typography>
          )}
        </Box>
        {page !== null && page.kind !== "folder" && <PageStatus page={page} />}
        {menu}
      </Stack>
      {children}
    </Box>
  );
}
