import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import { useState } from "react";
import type { Asset, AssetFilter } from "@/shared/assets/api";
import { AssetBrowser, everything } from "@/shared/assets/asset-browser";
import { DescribeUploads } from "@/shared/assets/describe-uploads";
import { DropArea } from "@/shared/assets/drop-area";
import { StorageUse } from "@/shared/assets/storage-use";
import { UploadButton } from "@/shared/assets/upload-button";
import { UploadList } from "@/shared/assets/upload-list";
import { useUploads } from "@/shared/assets/use-uploads";
import { usePermission } from "@/shared/session/hooks";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { AssetDialog } from "../components/asset-dialog";
import { FolderActions } from "../components/folder-actions";
import { SelectedFilesBar } from "../components/selected-files-bar";
import { SmugmugDialog } from "../components/smugmug-dialog";

export function AssetsPage() {
  const mayChange = usePermission("content", "write");
  const [filter, setFilter] = useState<AssetFilter>(everything);
  const [shown, setShown] = useState<Asset | null>(null);
  const [isImporting, setIsImporting] = useState(false);
  const folderId = filter.folderId === "" ? null : filter.folderId;
  const uploads = useUploads({ folderId });
  const [marked, setMarked] = useState<ReadonlyMap<string, Asset>>(new Map());
  const mark = (asset: Asset) =>
    setMarked((before) => {
      const others = [...before].filter(([id]) => id !== asset.id);
      return new Map(before.has(asset.id) ? others : [...others, [asset.id, asset]]);
    });
  return (
    <Page
      title={t`Assets`}
      width="wide"
      description={t`Images, videos and files for pages and products.`}
      status={mayChange ? undefined : <ViewOnlyChip />}
      actions={
        mayChange && (
          <UploadButton variant="contained" onFiles={uploads.add} onAddress={uploads.fetch}>
            <Button color="inherit" onClick={() => setIsImporting(true)}>
              {t`Import from SmugMug`}
            </Button>
          </UploadButton>
        )
      }
    >
      <Paper variant="card" sx={{ p: 2 }}>
        <DropArea enabled={mayChange && shown === null} onFiles={uploads.add}>
          <UploadList uploads={uploads} />
          <DescribeUploads uploads={uploads} />
          <StorageUse />
          {marked.size > 0 && <SelectedFilesBar assets={[...marked.values()]} onDone={setMarked} />}
          <AssetBrowser
            filter={filter}
            onFilter={setFilter}
            selected={new Set(marked.keys())}
            onSelect={setShown}
            onMark={mayChange ? mark : undefined}
            folderActions={
              mayChange && (
                <FolderActions
                  folderId={folderId}
                  onFolder={(id) => setFilter({ ...filter, folderId: id, noFolder: false })}
                />
              )
            }
          />
        </DropArea>
      </Paper>
      {isImporting && <SmugmugDialog folderId={folderId} onClose={() => setIsImporting(false)} />}
      {shown !== null && <AssetDialog key={shown.id} assetId={shown.id} onClose={() => setShown(null)} />}
    </Page>
  );
}
