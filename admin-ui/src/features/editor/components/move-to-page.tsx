import { t } from "@lingui/core/macro";
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
import { documentIn } from "@/shared/page-document/document";
import { useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";
import { useLazyGetPageQuery, useSendStepsMutation, type Page, type StepsToSend, type StepsTold } from "../api";
import { clippingOf, sectionOf, type Clipping } from "../clipboard/clipping";
import { newId } from "../document/ids";
import { blockLimit } from "../document/types";
import { useCommands } from "../hooks/use-commands";
import { useOpenPage } from "../hooks/use-open-page";
import { useSession } from "../hooks/use-session";
import { useListLinkTargetsQuery } from "@/shared/form/link/link-targets";
import type { Session } from "../sync/session";
import { partNoun } from "../part-noun";

/** The steps that insert something into another page, repeated until there is a response. */
interface Attempt {
  /** What is inserted, to tell whether it has changed since. */
  clipping: Clipping;
  sectionId: string;
  body: StepsToSend;
}

/**
 * Requests without a response yet, by target page and moved part; they outlive the dialog. A retry sends the same step,
 * which the server applies once: a lost response causes no second copy.
 */
const attempts = new WeakMap<Session, Map<string, Attempt>>();

function attemptOn(page: Page, clipping: Clipping): Attempt {
  const section = sectionOf(clipping);
  const operation = { op: "insertSection", after: page.document.sections.at(-1)?.id ?? null, section };
  const step = { number: 1, kind: "edit" as const, operations: [operation] };
  return { clipping, sectionId: section.id, body: { base: page.revision, client: newId(), steps: [step] } };
}

/** The same with one more step, which replaces the inserted part with its current state. */
function brought(attempt: Attempt, clipping: Clipping): Attempt {
  if (JSON.stringify(attempt.clipping) === JSON.stringify(clipping)) return attempt;
  const section = sectionOf(clipping);
  const operations = [
    { op: "insertSection", after: attempt.sectionId, section },
    { op: "removeSection", id: attempt.sectionId },
  ];
  const { steps } = attempt.body;
  const body = { ...attempt.body, steps: [...steps, { number: steps.length + 1, kind: "edit" as const, operations }] };
  return { clipping, sectionId: section.id, body };
}

/** Why the inserted part is not on that page now; null if it is. */
function refusalIn(told: StepsTold, { sectionId, body: { client } }: Attempt): string | null {
  const remarks = told.steps.filter((step) => step.client === client).flatMap((step) => step.remarks);
  const lost = remarks.filter(({ id, kind }) => id === sectionId && kind !== "collided");
  if (lost.some(({ kind }) => kind === "full")) return t`That page is full: a page holds at most ${blockLimit} blocks.`;
  if (lost.length > 0) return t`It cannot be moved to that page. It stays here.`;
  // If the response does not list all steps, it contains the draft.
  const isThere =
    told.draft == null || documentIn(told.draft.document)?.sections.some(({ id }) => id === sectionId) === true;
  return isThere ? null : t`It could not be moved to that page. It stays here.`;
}

/** Moves the selection to the end of another page. It is removed here once it has been inserted there. */
export default function MoveToPage({ onClose }: { onClose: () => void }) {
  const website = useWebsite();
  const toast = useToast();
  const commands = useCommands();
  const here = useOpenPage(({ pageId }) => pageId);
  const selection = useOpenPage(({ selection }) => selection);
  const draft = useOpenPage(({ draft }) => draft);
  const { data: targets = [] } = useListLinkTargetsQuery({ websiteId: website.id });
  const [readPage] = useLazyGetPageQuery();
  const [sendSteps] = useSendStepsMutation();
  const [target, setTarget] = useState("");
  const [isMoving, setMoving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const clipping = clippingOf(draft.document, selection);
  const pages = targets.filter(({ pageId, hasBlocks }) => hasBlocks && pageId !== here);

  const session = useSession();

  const send = async (): Promise<string | null> => {
    if (clipping === null) return t`What was selected is no longer on the page.`;
    const ref = { websiteId: website.id, pageId: target };
    const known = attempts.get(session) ?? new Map<string, Attempt>();
    attempts.set(session, known);
    const key = `${target} ${clipping.type === "block" ? clipping.block.id : clipping.section.id}`;
    const before = known.get(key);
    let attempt: Attempt;
    if (before === undefined) {
      const page = await readPage(ref);
      if (page.data === undefined) return errorText(page.error);
      attempt = attemptOn(page.data, clipping);
    } else attempt = brought(before, clipping);
    known.set(key, attempt);
    const outcome = await sendSteps({ ...ref, body: attempt.body });
    if (outcome.data === undefined) return errorText(outcome.error);
    known.delete(key);
    return refusalIn(outcome.data, attempt);
  };
  const move = async () => {
    setMoving(true);
    const refusal = await send();
    setMoving(false);
    setFailure(refusal);
    if (refusal !== null) return;
    commands.remove();
    toast.success(t`Moved to “${{ title: pages.find(({ pageId }) => pageId === target)?.title ?? "" }}”.`);
    onClose();
  };
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="move-to-page-title">
      <DialogTitle id="move-to-page-title">{t`Move to another page`}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>
          {t`The ${{ part: partNoun(clipping?.type ?? "block") }} goes to the end of that page’s draft.`}
        </DialogContentText>
        {pages.length === 0 ? (
          <DialogContentText>{t`This site has no other pages.`}</DialogContentText>
        ) : (
          <TextField
            select
            fullWidth
            label={t`Page`}
            value={target}
            onChange={(event) => setTarget(event.target.value)}
          >
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
          {t`Cancel`}
        </Button>
        <Button variant="contained" disabled={target === ""} loading={isMoving} onClick={() => void move()}>
          {t`Move`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
