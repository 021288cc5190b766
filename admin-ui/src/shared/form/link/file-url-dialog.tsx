import { allAssetKinds } from "../../assets/asset-kinds";
import { AssetPickerDialog } from "../../assets/asset-picker-dialog";

interface FileUrlDialogProps {
  open: boolean;
  onClose: () => void;
  onPick: (address: string) => void;
}

/** Picks the URL of a file of the media library. */
export function FileUrlDialog({ open, onClose, onPick }: FileUrlDialogProps) {
  return (
    <AssetPickerDialog
      open={open}
      selectedId={null}
      kinds={allAssetKinds}
      onClose={onClose}
      onPick={({ url }) => {
        onPick(url);
        onClose();
      }}
    />
  );
}
