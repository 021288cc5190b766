import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import {
  useCreateAssetFolderMutation,
  useDeleteAssetFolderMutation,
  useListAssetFoldersQuery,
  useRenameAssetFolderMutation,
} from "@/shared/assets/api";
import { FormDialog } from "@/shared/form/form-dialog";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { ConfirmAction } from "@/shared/ui/confirm-action";

interface FolderActionsProps {
  /** The folder that is open; null at the top. */
  folderId: string | null;
  /** Opens a folder; empty text for the top. */
  onFolder: (folderId: string) => void;
}

/** Makes a folder; renames or removes the one that is open. */
export function FolderActions({ folderId, onFolder }: FolderActionsProps) {
  const website = useWebsite();
  const { data: folders } = useListAssetFoldersQuery({ websiteId: website.id });
  const [create] = useCreateAssetFolderMutation();
  const [rename] = useRenameAssetFolderMutation();
  const [remove] = useDeleteAssetFolderMutation();
  const [naming, setNaming] = useState<"new" | "open" | null>(null);
  const open = folders?.find((folder) => folder.id === folderId);
  return (
    <>
      {open === undefined ? (
        <Button color="inherit" onClick={() => setNaming("new")}>
          New folder
        </Button>
      ) : (
        <>
          <Button color="inherit" onClick={() => setNaming("open")}>
            Rename
          </Button>
          <ConfirmAction
            label="Remove"
            button={{ color: "inherit" }}
            question={`Remove the folder ${open.name}?`}
            consequence="Its files stay; they are found under all files."
            confirmLabel="Remove folder"
            onConfirm={async () => {
              await remove({ websiteId: website.id, folderId: open.id }).unwrap();
              onFolder("");
            }}
          />
        </>
      )}
      {naming !== null && (
        <NameDialog
          title={naming === "new" ? "New folder" : "Rename folder"}
          name={naming === "open" ? (open?.name ?? "") : ""}
          onClose={() => setNaming(null)}
          onName={async (name) => {
            if (naming === "open" && open !== undefined) {
              await rename({ websiteId: website.id, folderId: open.id, name }).unwrap();
            } else {
              onFolder((await create({ websiteId: website.id, name }).unwrap()).id);
            }
          }}
        />
      )}
    </>
  );
}

interface NameDialogProps {
  title: string;
  name: string;
  /** Throws when it was refused. */
  onName: (name: string) => Promise<void>;
  onClose: () => void;
}

function NameDialog({ title, name: former, onName, onClose }: NameDialogProps) {
  const [name, setName] = useState(former);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const save = async () => {
    setBusy(true);
    setError(null);
    try {
      await onName(name.trim());
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
      submitLabel="Save"
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
        label="Name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 60 } }}
        sx={{ mt: 1 }}
      />
    </FormDialog>
  );
}
