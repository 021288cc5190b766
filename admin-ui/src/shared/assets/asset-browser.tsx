import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Breadcrumbs from "@mui/material/Breadcrumbs";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import FormControlLabel from "@mui/material/FormControlLabel";
import Link from "@mui/material/Link";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import FolderOutlined from "@mui/icons-material/FolderOutlined";
import ImageOutlined from "@mui/icons-material/ImageOutlined";
import type { ReactNode } from "react";
import { editorLabels } from "../i18n/editor-labels";
import { errorText } from "../i18n/error-text";
import { useWebsite } from "../session/hooks";
import { SearchField } from "../ui/search-field";
import { EmptyState, ErrorState, LoadingRows } from "../ui/states";
import {
  useListAssetFoldersQuery,
  useListAssetsInfiniteQuery,
  type Asset,
  type AssetFilter,
  type AssetFolder,
  type AssetKind,
} from "./api";
import { AssetGrid } from "./asset-grid";
import { folderLines, folderPath } from "./folder-tree";

const kinds: Record<AssetKind, string> = {
  get picture() {
    return t`Images`;
  },
  get video() {
    return t`Videos`;
  },
  get audio() {
    return t`Audio`;
  },
  get document() {
    return t`Documents`;
  },
};
const allKinds: AssetKind[] = ["picture", "video", "audio", "document"];

/** Value of the folder select for files without a folder. */
const outside = "-";

/** No filter. */
export const everything: AssetFilter = { query: "", kind: "", folderId: "", noFolder: false, missingAlt: false };

interface AssetBrowserProps {
  filter: AssetFilter;
  onFilter: (filter: AssetFilter) => void;
  selected?: ReadonlySet<string>;
  onSelect: (asset: Asset) => void;
  onMark?: ((asset: Asset) => void) | undefined;
  /** Shown beside the folder select. */
  folderActions?: ReactNode;
  /** Kinds that can be filtered by, for example in an image picker; all by default. */
  kinds?: AssetKind[];
}

/** The media library with search, used by its screen and by picker dialogs. */
export function AssetBrowser({ filter, onFilter, folderActions, kinds: fitting, ...choice }: AssetBrowserProps) {
  const website = useWebsite();
  const { data: library, isError, error, refetch } = useListAssetFoldersQuery({ websiteId: website.id });
  const all = library?.folders ?? [];
  const undescribed = library?.withoutDescription ?? 0;
  const set = (part: Partial<AssetFilter>) => onFilter({ ...filter, ...part });
  return (
    <>
      <Stack
        direction={{ xs: "column", sm: "row" }}
        sx={{ gap: 1.5, mb: 2, alignItems: { sm: "center" }, flexWrap: "wrap" }}
      >
        <SearchField label={t`Search files`} value={filter.query} onChange={(query) => set({ query })} />
        <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexShrink: 0, flexWrap: { sm: "wrap" } }}>
          <TextField
            select
            label={t`Folder`}
            value={filter.noFolder ? outside : filter.folderId}
            onChange={({ target: { value } }) =>
              set(value === outside ? { folderId: "", noFolder: true } : { folderId: value, noFolder: false })
            }
            sx={{ minWidth: 150, width: { sm: 190 }, flex: { xs: 1, sm: "none" } }}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          >
            <MenuItem value="">{t`All files`}</MenuItem>
            {all.length > 0 && <MenuItem value={outside}>{t`In no folder`}</MenuItem>}
            {folderLines(all).map(({ folder, depth }) => (
              <MenuItem key={folder.id} value={folder.id} sx={{ pl: 2 + depth * 2 }}>
                {folder.name} ({folder.files})
              </MenuItem>
            ))}
          </TextField>
          {folderActions}
        </Stack>
        {fitting?.length !== 1 && (
          <TextField
            select
            label={t`Type`}
            value={filter.kind}
            onChange={(event) => set({ kind: allKinds.find((kind) => kind === event.target.value) ?? "" })}
            sx={{ minWidth: 130, width: { xs: 1, sm: 150 } }}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          >
            {fitting === undefined && <MenuItem value="">{t`All types`}</MenuItem>}
            {(fitting ?? allKinds).map((kind) => (
              <MenuItem key={kind} value={kind}>
                {kinds[kind]}
              </MenuItem>
            ))}
          </TextField>
        )}
        <FormControlLabel
          control={<Switch checked={filter.missingAlt} onChange={(_, missingAlt) => set({ missingAlt })} />}
          label={undescribed > 0 ? t`Without a description (${undescribed})` : t`Without a description`}
        />
      </Stack>
      {isError && (
        <Alert
          severity="error"
          sx={{ mb: 2 }}
          action={
            <Button color="inherit" size="small" onClick={() => void refetch()}>
              {t`Try again`}
            </Button>
          }
        >
          {t`The folders could not be loaded. ${{ errorText: errorText(error) }}`}
        </Alert>
      )}
      <FolderPath
        folders={all}
        folderId={filter.folderId}
        onFolder={(folderId) => set({ folderId, noFolder: false })}
      />
      <Files filter={filter} {...choice} />
    </>
  );
}

interface FolderPathProps {
  folders: AssetFolder[];
  folderId: string;
  onFolder: (folderId: string) => void;
}

/** Breadcrumbs of the open folder, and its subfolders. */
function FolderPath({ folders, folderId, onFolder }: FolderPathProps) {
  const way = folderPath(folders, folderId);
  const inside = folderId === "" ? [] : folders.filter(({ parentId }) => parentId === folderId);
  if (way.length === 0) return null;
  return (
    <Stack sx={{ gap: 1, mb: 2 }}>
      <Breadcrumbs aria-label={t`Folder`}>
        <Link component="button" type="button" color="inherit" onClick={() => onFolder("")}>
          {t`All files`}
        </Link>
        {way.map(({ id, name }) =>
          id === folderId ? (
            <Typography key={id} aria-current="page" sx={{ overflowWrap: "anywhere" }}>
              {name}
            </Typography>
          ) : (
            <Link key={id} component="button" type="button" color="inherit" onClick={() => onFolder(id)}>
              {name}
            </Link>
          ),
        )}
      </Breadcrumbs>
      {inside.length > 0 && (
        <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
          {inside.map(({ id, name, files }) => (
            <Chip
              key={id}
              icon={<FolderOutlined />}
              variant="outlined"
              label={`${name} (${files})`}
              onClick={() => onFolder(id)}
            />
          ))}
        </Stack>
      )}
    </Stack>
  );
}

type FilesProps = Pick<AssetBrowserProps, "filter" | "selected" | "onSelect" | "onMark">;

function Files({ filter, ...choice }: FilesProps) {
  const website = useWebsite();
  const list = useListAssetsInfiniteQuery({ websiteId: website.id, ...filter });
  if (list.isError) {
    const title = filter.query === "" ? undefined : editorLabels.results;
    return <ErrorState title={title} error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (list.data === undefined) return <LoadingRows />;
  const assets = list.data.pages.flatMap((page) => page.assets);
  if (assets.length === 0) return <Nothing filter={filter} />;
  return (
    <Box aria-busy={list.isFetching}>
      <AssetGrid
        assets={assets}
        {...choice}
        hasMore={list.hasNextPage}
        loadingMore={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </Box>
  );
}

function Nothing({ filter }: { filter: AssetFilter }) {
  if (filter.query !== "" || filter.kind === "video" || filter.kind === "audio" || filter.kind === "document") {
    return <EmptyState title={t`Nothing found`}>{t`Try a different search, folder or type.`}</EmptyState>;
  }
  if (filter.missingAlt) return <EmptyState title={t`Every image has a description`} />;
  if (filter.noFolder) return <EmptyState title={t`Every file is in a folder`} />;
  if (filter.folderId !== "")
    return <EmptyState title={t`This folder is empty`}>{t`Drop files here, or upload them.`}</EmptyState>;
  return (
    <EmptyState title={t`No files yet`} icon={<ImageOutlined />}>
      {t`Drop files here, paste them, or upload them. What you add can be used on every page.`}
    </EmptyState>
  );
}
