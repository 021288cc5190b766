import { plural, t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import { useEffect, useRef, useState } from "react";
import { usePermission } from "../session/hooks";
import type { Asset, AssetFilter, AssetKind } from "./api";
import { AssetBrowser, everything } from "./asset-browser";
import { allAssetKinds, onlyImages, kindNoun } from "./asset-kinds";
import { DescribeUploads } from "./describe-uploads";
import { DropArea } from "./drop-area";
import { UploadButton } from "./upload-button";
import { UploadList } from "./upload-list";
import { useUploads } from "./use-uploads";

interface PickerFrame {
  open: boolean;
  onClose: () => void;
  /** Use of the files: uploading needs permission to edit it. */
  purpose?: "content" | "products";
  /** Allowed kinds; the first is the initial filter. */
  kinds?: AssetKind[];
}

interface AssetPickerDialogProps extends PickerFrame {
  selectedId: string | null;
  onPick: (asset: Asset) => void;
}

interface AssetsPickerDialogProps extends PickerFrame {
  /** Maximum number of files. */
  room: number;
  /** Receives all selected files at once. */
  onPick: (assets: Asset[]) => void;
  /** Files to upload, such as dropped ones. */
  files?: readonly File[];
}

/** Picks one file of the media library, or uploads it. */
export function AssetPickerDialog({ selectedId, onPick, ...frame }: AssetPickerDialogProps) {
  return <Frame {...frame} choice={{ several: false, selectedId, onPick }} />;
}

/** Picks several files of the media library, or uploads them; returns them together. */
export function AssetsPickerDialog({ room, onPick, files = [], ...frame }: AssetsPickerDialogProps) {
  return <Frame {...frame} choice={{ several: true, room, onPick, files }} />;
}

type Choice =
  | { several: false; selectedId: string | null; onPick: (asset: Asset) => void }
  | { several: true; room: number; onPick: (assets: Asset[]) => void; files: readonly File[] };

function Frame({ open, onClose, purpose = "content", kinds = onlyImages, choice }: PickerFrame & { choice: Choice }) {
  return (
    <Dialog open={open} onClose={onClose} maxWidth="md" fullWidth aria-labelledby="asset-picker-title">
      {open && <Picker onClose={onClose} purpose={purpose} kinds={kinds} choice={choice} />}
    </Dialog>
  );
}

interface PickerProps {
  onClose: () => void;
  purpose: "content" | "products";
  kinds: AssetKind[];
  choice: Choice;
}

const nothing: readonly File[] = [];

function Picker({ onClose, purpose, kinds, choice }: PickerProps) {
  const mayChangeContent = usePermission("content", "write");
  const mayChangePurpose = usePermission(purpose, "write");
  const mayAdd = mayChangeContent || mayChangePurpose;
  const anyKind = kinds.length === allAssetKinds.length;
  const [filter, setFilter] = useState<AssetFilter>({ ...everything, kind: anyKind ? "" : (kinds[0] ?? "picture") });
  const [chosen, setChosen] = useState<Asset[]>([]);
  const folderId = filter.folderId === "" ? null : filter.folderId;
  const uploads = useUploads({
    folderId,
    endsWithScreen: true,
    onUploaded: (asset) => {
      if (!kinds.includes(asset.kind)) return;
      // A single file is picked once it is uploaded; one that needs a description is described first.
      setChosen((before) => (choice.several ? [...before, asset] : [asset]));
    },
  });
  const brought = choice.several ? choice.files : nothing;
  const add = useRef(uploads.add);
  useEffect(() => {
    if (brought.length > 0) add.current(brought);
  }, [brought]);

  const underWay = uploads.rows.some(({ state }) => state !== "failed");
  const settled = !underWay && uploads.undescribed.length === 0;
  const [last] = chosen;
  const pickOne = choice.several ? null : choice.onPick;
  const one = useRef(pickOne);
  useEffect(() => {
    one.current = pickOne;
  });
  const isAlone = uploads.arrived.length === 1 && uploads.rows.length === 0;
  useEffect(() => {
    if (settled && isAlone && last !== undefined) one.current?.(last);
  }, [settled, isAlone, last]);

  const toggle = (asset: Asset) =>
    setChosen((before) =>
      before.some(({ id }) => id === asset.id) ? before.filter(({ id }) => id !== asset.id) : [...before, asset],
    );
  const several = choice.several;
  const room = choice.several ? choice.room : 1;
  const tooMany = Math.max(0, chosen.length - room);
  const word = kindNoun(kinds, several ? "several" : "one");
  const selected = new Set(several ? chosen.map(({ id }) => id) : [last?.id ?? choice.selectedId ?? ""]);
  return (
    <>
      <Stack
        direction={{ xs: "column", sm: "row" }}
        sx={{ alignItems: { sm: "center" }, pr: 3, pt: 1, pl: { xs: 3, sm: 0 } }}
      >
        <DialogTitle id="asset-picker-title" sx={{ flex: 1, px: { xs: 0, sm: 3 } }}>
          {several ? t`Choose ${word}` : /^[aeiou]/.test(word) ? t`Choose an ${word}` : t`Choose a ${word}`}
        </DialogTitle>
        {mayAdd && <UploadButton onFiles={uploads.add} onAddress={mayChangeContent ? uploads.fetch : null} />}
      </Stack>
      <DialogContent sx={{ minHeight: 320 }}>
        <DropArea enabled={mayAdd} onFiles={uploads.add}>
          <UploadList uploads={uploads} />
          <DescribeUploads
            uploads={uploads}
            onDescribed={(asset) =>
              setChosen((before) => before.map((other) => (other.id === asset.id ? asset : other)))
            }
          />
          <AssetBrowser
            filter={filter}
            onFilter={setFilter}
            selected={selected}
            onSelect={several ? toggle : choice.onPick}
            {...(anyKind ? {} : { kinds })}
          />
        </DropArea>
      </DialogContent>
      {tooMany > 0 && (
        <Alert severity="warning" sx={{ mx: 3 }}>
          {plural(room, { one: "You can add one more here.", other: "# more can be added here." })}{" "}
          {plural(tooMany, {
            one: "One is not added. Uploaded files stay in the library.",
            other: "# are not added. Uploaded files stay in the library.",
          })}
        </Alert>
      )}
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t`Cancel`}
        </Button>
        {choice.several && (
          <Button
            variant="contained"
            disabled={chosen.length === 0 || underWay}
            onClick={() => choice.onPick(chosen.slice(0, room))}
          >
            {chosen.length === 0 ? t`Add` : t`Add ${{ count: String(chosen.length - tooMany) }}`}
          </Button>
        )}
        {!choice.several && last !== undefined && !underWay && (
          <Button variant="contained" onClick={() => choice.onPick(last)}>
            {t`Use ${{ filename: last.filename }}`}
          </Button>
        )}
      </DialogActions>
    </>
  );
}
