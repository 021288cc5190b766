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
import { useMay } from "@/shared/session/hooks";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { AssetDialog } from "../components/asset-dialog";
import { FolderActions } from "../components/folder-actions";
import { SmugmugDialog } from "../components/smugmug-dialog";

export function AssetsPage() {
  const mayChange = useMay("content", "write");
  const [filter, setFilter] = useState<AssetFilter>(everything);
  const [shown, setShown] = useState<Asset | null>(null);
  const [isImporting, setIsImporting] = useState(false);
  const folderId = filter.folderId === "" ? null : filter.folderId;
  const uploads = useUploads({ folderId });
  return (
    <Page
      title="Assets"
      width="wide"
      description="Pictures and files for pages and products."
      status={mayChange ? undefined : <ViewOnlyChip />}
      actions={
        mayChange && (
          <UploadButton variant="contained" onFiles={uploads.add} folderId={folderId}>
            <Button color="inherit" onClick={() => setIsImporting(true)}>
              From SmugMug
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
          <AssetBrowser
            filter={filter}
            onFilter={setFilter}
            onSelect={setShown}
            folderActions={
              mayChange && <FolderActions folderId={folderId} onFolder={(id) => setFilter({ ...filter, folderId: id })} />
            }
          />
        </DropArea>
      </Paper>
      {isImporting && <SmugmugDialog folderId={folderId} onClose={() => setIsImporting(false)} />}
      {shown !== null && <AssetDialog key={shown.id} assetId={shown.id} onClose={() => setShown(null)} />}
    </Page>
  );
}
