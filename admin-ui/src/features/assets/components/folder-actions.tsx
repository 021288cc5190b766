import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import {
  useCreateAssetFolderMutation,
  useDeleteAssetFolderMutation,
  useListAssetFoldersQuery,
  useUpdateAssetFolderMutation,
} from "@/shared/assets/api";
import { AssetFolderBody } from "@stoa/api/rules";
import { maxOf } from "@/shared/form/field-rules";
import { folderLines, targetFolders, type FolderLine } from "@/shared/assets/folder-tree";
import { FormDialog } from "@/shared/form/form-dialog";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { ConfirmAction } from "@/shared/ui/confirm-action";

interface FolderActionsProps {
  /** The open folder; null at the top level. */
  folderId: string | null;
  /** Opens a folder; empty string for the top level. */
  onFolder: (folderId: string) => void;
}

/** Creates a folder inside the open one; edits or deletes the open one. */
export function FolderActions({ folderId, onFolder }: FolderActionsProps) {
  const website = useWebsite();
  const { data: library } = useListAssetFoldersQuery({ websiteId: website.id });
  const [create] = useCreateAssetFolderMutation();
  const [update] = useUpdateAssetFolderMutation();
  const [remove] = useDeleteAssetFolderMutation();
  const [asked, setAsked] = useState<"new" | "open" | null>(null);
  const folders = library?.folders ?? [];
  const open = folders.find((folder) => folder.id === folderId);
  const parent = open?.parentId ?? null;
  return (
    <>
      <Button color="inherit" onClick={() => setAsked("new")}>
        {t`New folder`}
      </Button>
      {open !== undefined && (
        <>
          <Button color="inherit" onClick={() => setAsked("open")}>
            {t`Change`}
          </Button>
          <ConfirmAction
            label={t`Remove`}
            button={{ color: "inherit" }}
            question={t`Remove the folder ${{ name: open.name }}?`}
            consequence={
              parent === null
                ? t`Its files and folders are moved to the top level.`
                : t`Its files and folders are moved to the parent folder.`
            }
            confirmLabel={t`Remove folder`}
            onConfirm={async () => {
              await remove({ websiteId: website.id, folderId: open.id }).unwrap();
              onFolder(parent ?? "");
            }}
          />
        </>
      )}
      {asked === "new" && (
        <FolderDialog
          title={t`New folder`}
          name=""
          parentId={folderId}
          places={folderLines(folders)}
          onClose={() => setAsked(null)}
          onSave={async (form) => onFolder((await create({ websiteId: website.id, ...form }).unwrap()).id)}
        />
      )}
      {asked === "open" && open !== undefined && (
        <FolderDialog
          title={t`Edit folder`}
          name={open.name}
          parentId={parent}
          places={targetFolders(folders, open.id)}
          onClose={() => setAsked(null)}
          onSave={async (form) => {
            await update({ websiteId: website.id, folderId: open.id, ...form }).unwrap();
          }}
        />
      )}
    </>
  );
}

interface FolderDialogProps {
  title: string;
  name: string;
  parentId: string | null;
  /** Possible parent folders. */
  places: FolderLine[];
  /** Throws if the server refuses it. */
  onSave: (form: { name: string; parentId: string | null }) => Promise<void>;
  onClose: () => void;
}

function FolderDialog({ title, name: former, parentId, places, onSave, onClose }: FolderDialogProps) {
  const [name, setName] = useState(former);
  const [place, setPlace] = useState(parentId ?? "");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const save = async () => {
    setBusy(true);
    setError(null);
    try {
      await onSave({ name: name.trim(), parentId: place === "" ? null : place });
      onClose();
    } catch (failure) {
      setError(errorText(failure));
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={title}
      error={error}
      submitLabel={t`Save`}
      busy={busy}
      incomplete={name.trim() === ""}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextField
        autoFocus
        fullWidth
        label={t`Name`}
        value={name}
        onChange={(event) => setName(event.target.value)}
        slotProps={{ htmlInput: { maxLength: maxOf(AssetFolderBody.entries.name) } }}
        sx={{ mt: 1 }}
      />
      <TextField
        select
        fullWidth
        label={t`Parent folder`}
        value={place}
        onChange={(event) => setPlace(event.target.value)}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        sx={{ mt: 2.5 }}
      >
        <MenuItem value="">{t`Top level`}</MenuItem>
        {places.map(({ folder, depth }) => (
          <MenuItem key={folder.id} value={folder.id} sx={{ pl: 2 + depth * 2 }}>
            {folder.name}
          </MenuItem>
        ))}
      </TextField>
    </FormDialog>
  );
}
