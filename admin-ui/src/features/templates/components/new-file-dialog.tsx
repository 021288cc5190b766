import { t } from "@lingui/core/macro";
import TextField from "@mui/material/TextField";
import { useState, type FormEvent } from "react";
import { FormDialog } from "@/shared/form/form-dialog";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { useSaveTemplateFileMutation, type FileSummary } from "../api";

interface NewFileDialogProps {
  files: FileSummary[];
  onClose: () => void;
  onMade: (path: string) => void;
}

function refusal(path: string, files: FileSummary[]): string | null {
  if (!/^[a-z0-9_-][a-z0-9._-]*\.block$/.test(path)) return t`Use lower-case letters, digits and hyphens.`;
  return files.some((file) => file.path.split("/").at(-1) === path) ? t`There is already a file with this name.` : null;
}

/** Creates an empty partial. */
export function NewFileDialog({ files, onClose, onMade }: NewFileDialogProps) {
  const website = useWebsite();
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [save, { isLoading }] = useSaveTemplateFileMutation();
  const make = async (event: FormEvent) => {
    event.preventDefault();
    const path = name.trim().endsWith(".block") ? name.trim() : `${name.trim()}.block`;
    const refused = refusal(path, files);
    if (refused !== null) return setProblem(refused);
    const outcome = await save({ websiteId: website.id, filePath: path, revision: 0, text: "" });
    if (outcome.error) return setProblem(errorText(outcome.error));
    onMade(path);
  };
  return (
    <FormDialog
      title={t`New partial`}
      error={null}
      submitLabel={t`Create`}
      busy={isLoading}
      incomplete={name.trim() === ""}
      onSubmit={(event) => void make(event)}
      onClose={onClose}
    >
      <TextField
        autoFocus
        fullWidth
        label={t`Name`}
        placeholder="announcement.block"
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          setProblem(null);
        }}
        error={problem !== null}
        helperText={problem ?? t`Other files include it by this name.`}
        sx={{ mt: 1 }}
      />
    </FormDialog>
  );
}
