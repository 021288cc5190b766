import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import { useWebsite } from "../session/hooks";
import { EmptyState, ErrorState, LoadingRows } from "../ui/states";
import { useListAssetsInfiniteQuery, type Asset } from "./api";
import { AssetGrid } from "./asset-grid";
import { UploadButton } from "./upload-button";

interface AssetPickerDialogProps {
  open: boolean;
  selectedId: string | null;
  onPick: (asset: Asset) => void;
  onClose: () => void;
}

export function AssetPickerDialog({ open, selectedId, onPick, onClose }: AssetPickerDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} maxWidth="md" fullWidth aria-labelledby="asset-picker-title">
      <Stack direction="row" sx={{ alignItems: "center", pr: 3, pt: 1 }}>
        <DialogTitle id="asset-picker-title" sx={{ flex: 1 }}>
          Choose a picture
        </DialogTitle>
        <UploadButton onUploaded={onPick} />
      </Stack>
      <DialogContent sx={{ minHeight: 320 }}>
        {open && <Choices selectedId={selectedId} onPick={onPick} />}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Choices({ selectedId, onPick }: Pick<AssetPickerDialogProps, "selectedId" | "onPick">) {
  const website = useWebsite();
  const list = useListAssetsInfiniteQuery({ websiteId: website.id });
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <LoadingRows />;
  const assets = list.data.pages.flatMap((page) => page.assets);
  if (assets.length === 0) return <EmptyState title="No pictures yet">Upload the first one.</EmptyState>;
  return (
    <AssetGrid
      assets={assets}
      selectedId={selectedId}
      onSelect={onPick}
      hasMore={list.hasNextPage}
      loadingMore={list.isFetchingNextPage}
      onMore={() => void list.fetchNextPage()}
    />
  );
}
