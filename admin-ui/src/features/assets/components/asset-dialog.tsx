import { t } from "@lingui/core/macro";
import Dialog from "@mui/material/Dialog";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { useGetAssetQuery } from "@/shared/assets/api";
import { useWebsite } from "@/shared/session/hooks";
import { ErrorState, LoadingRows } from "@/shared/ui/states";
import { AssetForm } from "./asset-form";

interface AssetDialogProps {
  assetId: string;
  onClose: () => void;
}

/** Details of one file: preview, folder, URL and uses. */
export function AssetDialog({ assetId, onClose }: AssetDialogProps) {
  const website = useWebsite();
  const { data: asset, isError, error, refetch } = useGetAssetQuery({ websiteId: website.id, assetId });
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="asset-title">
      <DialogTitle id="asset-title" sx={{ overflowWrap: "anywhere" }}>
        {asset?.filename ?? t`File`}
      </DialogTitle>
      {isError ? (
        <DialogContent>
          <ErrorState error={error} onRetry={() => void refetch()} />
        </DialogContent>
      ) : asset === undefined ? (
        <DialogContent>
          <LoadingRows rows={3} />
        </DialogContent>
      ) : (
        <AssetForm key={asset.version} asset={asset} onClose={onClose} />
      )}
    </Dialog>
  );
}
