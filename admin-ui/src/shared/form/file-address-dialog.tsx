import { everyKind } from "../assets/asset-kinds";
import { AssetPickerDialog } from "../assets/asset-picker-dialog";

interface FileAddressDialogProps {
  open: boolean;
  onClose: () => void;
  onPick: (address: string) => void;
}

/** Finds the address of a file of the library. */
export function FileAddressDialog({ open, onClose, onPick }: FileAddressDialogProps) {
  return (
    <AssetPickerDialog
      open={open}
      selectedId={null}
      kinds={everyKind}
      onClose={onClose}
      onPick={({ url }) => {
        onPick(url);
        onClose();
      }}
    />
  );
}
