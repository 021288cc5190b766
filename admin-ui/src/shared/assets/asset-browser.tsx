import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import ImageOutlined from "@mui/icons-material/ImageOutlined";
import type { ReactNode } from "react";
import { useWebsite } from "../session/hooks";
import { SearchField } from "../ui/search-field";
import { EmptyState, ErrorState, LoadingRows } from "../ui/states";
import { useListAssetFoldersQuery, useListAssetsInfiniteQuery, type Asset, type AssetFilter, type AssetKind } from "./api";
import { AssetGrid } from "./asset-grid";

const kinds: Record<AssetKind, string> = { picture: "Pictures", video: "Videos", audio: "Audio", document: "Documents" };

/** All files, none left out. */
export const everything: AssetFilter = { query: "", kind: "", folderId: "", missingAlt: false };

interface AssetBrowserProps {
  filter: AssetFilter;
  onFilter: (filter: AssetFilter) => void;
  selectedId?: string | null;
  onSelect: (asset: Asset) => void;
  /** Beside the choice of the folder. */
  folderActions?: ReactNode;
  /** Whether the kind is settled, as where a picture is picked. */
  kindFixed?: boolean;
}

/** The library with its search, for the screen and for dialogs that pick from it. */
export function AssetBrowser({ filter, onFilter, folderActions, kindFixed = false, ...choice }: AssetBrowserProps) {
  const website = useWebsite();
  const folders = useListAssetFoldersQuery({ websiteId: website.id });
  const set = (part: Partial<AssetFilter>) => onFilter({ ...filter, ...part });
  return (
    <>
      <Stack direction={{ xs: "column", sm: "row" }} sx={{ gap: 1.5, mb: 2, alignItems: { sm: "center" }, flexWrap: "wrap" }}>
        <SearchField label="Search files" value={filter.query} onChange={(query) => set({ query })} />
        <Stack direction="row" sx={{ gap: 1, alignItems: "center" }}>
          <TextField
            select
            label="Folder"
            value={filter.folderId}
            onChange={(event) => set({ folderId: event.target.value })}
            sx={{ minWidth: 150, flex: { xs: 1, sm: "none" } }}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          >
            <MenuItem value="">All files</MenuItem>
            {(folders.data ?? []).map((folder) => (
              <MenuItem key={folder.id} value={folder.id}>
                {folder.name} ({folder.files})
              </MenuItem>
            ))}
          </TextField>
          {folderActions}
        </Stack>
        {!kindFixed && (
          <TextField
            select
            label="Type"
            value={filter.kind}
            onChange={(event) => set({ kind: event.target.value as AssetKind | "" })}
            sx={{ minWidth: 130 }}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          >
            <MenuItem value="">All types</MenuItem>
            {Object.entries(kinds).map(([kind, label]) => (
              <MenuItem key={kind} value={kind}>
                {label}
              </MenuItem>
            ))}
          </TextField>
        )}
        <FormControlLabel
          control={<Switch checked={filter.missingAlt} onChange={(_, missingAlt) => set({ missingAlt })} />}
          label="Without a description"
        />
      </Stack>
      <Files filter={filter} {...choice} />
    </>
  );
}

type FilesProps = Pick<AssetBrowserProps, "filter" | "selectedId" | "onSelect">;

function Files({ filter, selectedId = null, onSelect }: FilesProps) {
  const website = useWebsite();
  const list = useListAssetsInfiniteQuery({ websiteId: website.id, ...filter });
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <LoadingRows />;
  const assets = list.data.pages.flatMap((page) => page.assets);
  if (assets.length === 0) return <Nothing filter={filter} />;
  return (
    <Box aria-busy={list.isFetching}>
      <AssetGrid
        assets={assets}
        selectedId={selectedId}
        onSelect={onSelect}
        hasMore={list.hasNextPage}
        loadingMore={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </Box>
  );
}

function Nothing({ filter }: { filter: AssetFilter }) {
  if (filter.query !== "" || filter.kind === "video" || filter.kind === "audio" || filter.kind === "document") {
    return <EmptyState title="Nothing found">Try other words, another folder or another type.</EmptyState>;
  }
  if (filter.missingAlt) return <EmptyState title="Every picture has a description" />;
  if (filter.folderId !== "") return <EmptyState title="This folder is empty">Drop files here, or upload them.</EmptyState>;
  return (
    <EmptyState title="No files yet" icon={<ImageOutlined />}>
      Drop files here, paste them, or upload them. What you add can be used on every page.
    </EmptyState>
  );
}
