import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import TextField from "@mui/material/TextField";
import { useState, type FormEvent } from "react";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { useSaveTemplateFileMutation, type FileSummary } from "../api";

interface NewFileDialogProps {
  files: FileSummary[];
  onClose: () => void;
  onMade: (path: string) => void;
}

function refusal(path: string, files: FileSummary[]): string | null {
  if (!/^[a-z0-9_-][a-z0-9._-]*\.block$/.test(path)) return "Use lower-case letters, digits and hyphens.";
  return files.some((file) => file.path.split("/").at(-1) === path) ? "There is a file of this name." : null;
}

/** Makes an empty partial under a new name. */
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
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth>
      <Box component="form" noValidate onSubmit={(event: FormEvent) => void make(event)}>
        <DialogTitle>New partial</DialogTitle>
        <DialogContent>
          <TextField
            autoFocus
            fullWidth
            label="Name"
            placeholder="announcement.block"
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              setProblem(null);
            }}
            error={problem !== null}
            helperText={problem ?? "Other files call it by this name."}
            sx={{ mt: 1 }}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" loading={isLoading} disabled={name.trim() === ""}>
            Create
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
