import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { useMay } from "../session/hooks";
import type { Asset, AssetFilter, AssetKind } from "./api";
import { AssetBrowser, everything } from "./asset-browser";
import { DropArea } from "./drop-area";
import { UploadButton } from "./upload-button";
import { UploadList } from "./upload-list";
import { useUploads } from "./use-uploads";

export const onlyPictures: AssetKind[] = ["picture"];
export const picturesAndFilms: AssetKind[] = ["picture", "video"];

interface AssetPickerDialogProps {
  open: boolean;
  selectedId: string | null;
  onPick: (asset: Asset) => void;
  onClose: () => void;
  /** What the picture is for: who may change that may add new ones. */
  purpose?: "content" | "products";
  /** What can be picked, what is looked for first before the others. */
  kinds?: AssetKind[];
}

/** Picks a picture of the library, or a film where those fit, or adds one to it. */
export function AssetPickerDialog({ open, selectedId, onPick, onClose, purpose = "content", kinds = onlyPictures }: AssetPickerDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} maxWidth="md" fullWidth aria-labelledby="asset-picker-title">
      {open && <Picker selectedId={selectedId} onPick={onPick} onClose={onClose} purpose={purpose} kinds={kinds} />}
    </Dialog>
  );
}

function Picker({ selectedId, onPick, onClose, purpose, kinds }: Required<Omit<AssetPickerDialogProps, "open">>) {
  const mayChangeContent = useMay("content", "write");
  const mayChangePurpose = useMay(purpose, "write");
  const mayAdd = mayChangeContent || mayChangePurpose;
  const [filter, setFilter] = useState<AssetFilter>({ ...everything, kind: kinds[0] ?? "picture" });
  const folderId = filter.folderId === "" ? null : filter.folderId;
  const pickIfFitting = (asset: Asset) => {
    if (kinds.includes(asset.kind)) onPick(asset);
  };
  const uploads = useUploads({ folderId, onUploaded: pickIfFitting });
  return (
    <>
      <Stack direction={{ xs: "column", sm: "row" }} sx={{ alignItems: { sm: "center" }, pr: 3, pt: 1, pl: { xs: 3, sm: 0 } }}>
        <DialogTitle id="asset-picker-title" sx={{ flex: 1, px: { xs: 0, sm: 3 } }}>
          {kinds.includes("video") ? "Choose a picture or film" : "Choose a picture"}
        </DialogTitle>
        {mayAdd && (
          <UploadButton
            onFiles={uploads.add}
            folderId={folderId}
            onFetched={mayChangeContent ? pickIfFitting : null}
          />
        )}
      </Stack>
      <DialogContent sx={{ minHeight: 320 }}>
        <DropArea enabled={mayAdd} onFiles={uploads.add}>
          <UploadList uploads={uploads} />
          <AssetBrowser filter={filter} onFilter={setFilter} selectedId={selectedId} onSelect={onPick} kinds={kinds} />
        </DropArea>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </>
  );
}
