import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import ImageOutlined from "@mui/icons-material/ImageOutlined";
import { useState } from "react";
import { useListAssetsInfiniteQuery, type Asset } from "@/shared/assets/api";
import { assetAddress } from "@/shared/assets/asset-address";
import { AssetGrid } from "@/shared/assets/asset-grid";
import { UploadButton } from "@/shared/assets/upload-button";
import { formatMoment } from "@/shared/i18n/format";
import { useMay, useWebsite } from "@/shared/session/hooks";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";

export function AssetsPage() {
  const mayChange = useMay("content", "write");
  const [shown, setShown] = useState<Asset | null>(null);
  return (
    <Page
      title="Assets"
      width="wide"
      description="Pictures and files for pages and products."
      status={mayChange ? undefined : <ViewOnlyChip />}
      actions={mayChange && <UploadButton variant="contained" />}
    >
      <Paper variant="card" sx={{ p: 2 }}>
        <AssetList onShow={setShown} />
      </Paper>
      <AssetDialog asset={shown} onClose={() => setShown(null)} />
    </Page>
  );
}

function AssetList({ onShow }: { onShow: (asset: Asset) => void }) {
  const website = useWebsite();
  const list = useListAssetsInfiniteQuery({ websiteId: website.id });
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <LoadingRows />;
  const assets = list.data.pages.flatMap((page) => page.assets);
  if (assets.length === 0) {
    return (
      <EmptyState title="No pictures yet" icon={<ImageOutlined />}>
        What you upload here can be used on every page.
      </EmptyState>
    );
  }
  return (
    <AssetGrid
      assets={assets}
      onSelect={onShow}
      hasMore={list.hasNextPage}
      loadingMore={list.isFetchingNextPage}
      onMore={() => void list.fetchNextPage()}
    />
  );
}

function AssetDialog({ asset, onClose }: { asset: Asset | null; onClose: () => void }) {
  const website = useWebsite();
  return (
    <Dialog open={asset !== null} onClose={onClose} maxWidth="md" fullWidth aria-labelledby="asset-title">
      {asset !== null && (
        <>
          <DialogTitle id="asset-title">{asset.filename}</DialogTitle>
          <DialogContent>
            {asset.mimeType.startsWith("image/") && (
              <Box
                component="img"
                src={assetAddress(website.url, asset.url, 1000)}
                alt={asset.altText}
                sx={{ display: "block", maxWidth: "100%", maxHeight: "60vh", mx: "auto", borderRadius: 1 }}
              />
            )}
            <Typography variant="body2" sx={{ mt: 2 }}>
              {asset.altText === "" ? "No description for people who cannot see it." : asset.altText}
            </Typography>
            <Typography variant="caption" color="textSecondary">
              {[asset.width && asset.height ? `${asset.width} × ${asset.height}` : null, asset.mimeType, formatMoment(asset.createdOn)]
                .filter(Boolean)
                .join(" · ")}
            </Typography>
          </DialogContent>
          <DialogActions>
            <Button color="inherit" onClick={onClose}>
              Close
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
