import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";
import { useLazyGetPageQuery, useSendStepsMutation } from "../api";
import { clippingOf, sectionOf } from "../clipboard/clipping";
import { newId } from "../document/ids";
import { blockLimit } from "../document/types";
import { useCommands } from "../hooks/use-commands";
import { useOpen } from "../hooks/use-open-page";
import { useListLinkTargetsQuery } from "../link-targets";

/** Moves what is selected to the end of another page. It goes from here when it has arrived there. */
export default function MoveToPage({ onClose }: { onClose: () => void }) {
  const website = useWebsite();
  const toast = useToast();
  const commands = useCommands();
  const here = useOpen(({ pageId }) => pageId);
  const selection = useOpen(({ selection }) => selection);
  const draft = useOpen(({ draft }) => draft);
  const { data: targets = [] } = useListLinkTargetsQuery({ websiteId: website.id });
  const [readPage] = useLazyGetPageQuery();
  const [sendSteps] = useSendStepsMutation();
  const [target, setTarget] = useState("");
  const [isMoving, setMoving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const clipping = clippingOf(draft.document, selection);
  const pages = targets.filter(({ pageId, isPage }) => isPage && pageId !== here);

  const send = async (): Promise<string | null> => {
    if (clipping === null) return "What was selected is no longer on the page.";
    const ref = { websiteId: website.id, pageId: target };
    const page = await readPage(ref);
    if (page.data === undefined) return errorText(page.error);
    const operation = { op: "insertSection", after: page.data.document.sections.at(-1)?.id ?? null, section: sectionOf(clipping) };
    const step = { number: 1, kind: "edit", operations: [operation] };
    const outcome = await sendSteps({ ...ref, body: { base: page.data.revision, client: newId(), steps: [step] } });
    if (outcome.data === undefined) return errorText(outcome.error);
    const isFull = outcome.data.steps.some(({ remarks }) => remarks.some(({ kind }) => kind === "full"));
    return isFull ? `That page has no room: a page holds at most ${blockLimit} blocks.` : null;
  };
  const move = async () => {
    setMoving(true);
    const refusal = await send();
    setMoving(false);
    setFailure(refusal);
    if (refusal !== null) return;
    commands.remove();
    toast.say(`Moved to “${pages.find(({ pageId }) => pageId === target)?.title ?? ""}”.`);
    onClose();
  };
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="move-to-page-title">
      <DialogTitle id="move-to-page-title">Move to another page</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>The {clipping?.type ?? "block"} goes to the end of that page’s draft.</DialogContentText>
        {pages.length === 0 ? (
          <DialogContentText>There is no other page.</DialogContentText>
        ) : (
          <TextField select fullWidth label="Page" value={target} onChange={(event) => setTarget(event.target.value)}>
            {pages.map(({ pageId, title }) => (
              <MenuItem key={pageId} value={pageId}>
                {title}
              </MenuItem>
            ))}
          </TextField>
        )}
        {failure !== null && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {failure}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="contained" disabled={target === ""} loading={isMoving} onClick={() => void move()}>
          Move
        </Button>
      </DialogActions>
    </Dialog>
  );
}
