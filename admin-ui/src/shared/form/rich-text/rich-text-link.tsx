import { t } from "@lingui/core/macro";
import Autocomplete from "@mui/material/Autocomplete";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormControlLabel from "@mui/material/FormControlLabel";
import TextField from "@mui/material/TextField";
import type { Editor } from "@tiptap/react";
import { useId, useState } from "react";
import { FileUrlDialog } from "../link/file-url-dialog";
import { linkWarning, linkProblem, type LinkTarget } from "../link/link-target";

interface RichTextLinkDialogProps {
  editor: Editor;
  targets: LinkTarget[];
  onClose: () => void;
}

export function RichTextLinkDialog({ editor, targets, onClose }: RichTextLinkDialogProps) {
  const titleId = useId();
  const present = editor.getAttributes("link");
  const linked = present["href"] !== undefined;
  const [address, setAddress] = useState(String(present["href"] ?? ""));
  const [apart, setApart] = useState(present["target"] === "_blank");
  const [picking, setPicking] = useState(false);
  const wanted = address.trim();
  const problem = linkProblem(wanted);
  const apply = () => {
    if (problem !== null) return;
    const chain = editor.chain().focus();
    if (wanted === "") chain.unsetLink().run();
    else if (editor.state.selection.empty) {
      const marks = [{ type: "link", attrs: { href: wanted, target: apart ? "_blank" : null } }];
      chain.insertContent({ type: "text", text: wanted, marks }).run();
    } else chain.setLink({ href: wanted, target: apart ? "_blank" : null }).run();
    onClose();
  };
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t`Link`}</DialogTitle>
      <DialogContent>
        <Autocomplete
          freeSolo
          options={targets.map((target) => target.address)}
          getOptionLabel={(option) => option}
          renderOption={(props, option) => (
            <li {...props} key={option}>
              {targets.find((target) => target.address === option)?.title ?? option} ({option})
            </li>
          )}
          inputValue={address}
          onInputChange={(_, next) => setAddress(next)}
          renderInput={(props) => (
            <TextField
              {...props}
              label={t`Address`}
              placeholder="/shop or https://…"
              autoFocus
              margin="dense"
              error={problem !== null}
              helperText={problem ?? linkWarning(wanted, targets) ?? " "}
              onKeyDown={(event) => {
                if (event.key !== "Enter") return;
                event.preventDefault();
                apply();
              }}
            />
          )}
        />
        <Button size="small" color="inherit" onClick={() => setPicking(true)}>
          {t`Choose a file`}
        </Button>
        <FileUrlDialog open={picking} onClose={() => setPicking(false)} onPick={setAddress} />
        <FormControlLabel
          sx={{ display: "flex" }}
          control={<Checkbox checked={apart} onChange={(_, checked) => setApart(checked)} />}
          label={t`Open in a new tab`}
        />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t`Cancel`}
        </Button>
        <Button variant="contained" disabled={problem !== null || (wanted === "" && !linked)} onClick={apply}>
          {wanted === "" && linked ? t`Remove link` : t`Apply`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
