import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import { useDispatch } from "react-redux";
import Button from "@mui/material/Button";
import { useState } from "react";
import { sectionMention } from "@/shared/page-document/document";
import { findSection } from "../document/find";
import { useOpenPage } from "../hooks/use-open-page";
import { useSession } from "../hooks/use-session";
import { noticeDismissed, type Notice } from "../slice";
import { useBlockKinds } from "./block-kinds";
import { OrphanedEditsNotice } from "./orphaned-edits-notice";

/** Notices about unsaved changes and about concurrent edits. */
export function SaveNotices() {
  const saving = useOpenPage(({ saving }) => saving);
  const notices = useOpenPage(({ notices }) => notices);
  const orphanedEdits = useOpenPage(({ orphanedEdits }) => orphanedEdits);
  return (
    <>
      {orphanedEdits.map((left) => (
        <OrphanedEditsNotice key={left.client} left={left} />
      ))}
      {saving.kind === "refused" && <Refusal message={saving.message} />}
      {notices.map((notice) => (
        <TogetherNotice key={notice.id} notice={notice} />
      ))}
    </>
  );
}

function Refusal({ message }: { message: string }) {
  const session = useSession();
  const [busy, setBusy] = useState(false);
  const during = async (work: Promise<unknown>) => {
    setBusy(true);
    await work;
    setBusy(false);
  };
  return (
    <Alert
      severity="error"
      sx={{ borderRadius: 0 }}
      action={
        <>
          <Button color="inherit" size="small" disabled={busy} onClick={() => void during(session.tryAgain())}>
            {t`Try again`}
          </Button>
          <Button color="inherit" size="small" disabled={busy} onClick={() => void during(session.drop())}>
            {t`Discard my last changes`}
          </Button>
        </>
      }
    >
      {message}
    </Alert>
  );
}

function TogetherNotice({ notice }: { notice: Notice }) {
  const dispatch = useDispatch();
  const draft = useOpenPage(({ draft }) => draft);
  const pageId = useOpenPage(({ pageId }) => pageId);
  const kinds = useBlockKinds();
  const { id, path } = notice.remark;
  const block = draft.document.sections
    .flatMap((section) => section.rows.flatMap((row) => row.columns.flatMap((column) => column.blocks)))
    .find((candidate) => candidate.id === id);
  const section = findSection(draft.document, id);
  const part = block
    ? kinds.nameOf(block.kind)
    : section
      ? sectionMention(section.section, section.index + 1)
      : t`a part of the page`;
  const place = id === "" ? t`the page's ${{ value: path.at(-1) ?? t`text` }}` : part;
  return (
    <Alert
      severity={notice.kind === "lost" ? "warning" : "info"}
      sx={{ borderRadius: 0 }}
      onClose={() => dispatch(noticeDismissed(pageId, notice.id))}
    >
      {sentence(notice, place)}
    </Alert>
  );
}

function sentence({ kind, name, remark }: Notice, place: string): string {
  const who = name ?? t`Someone else`;
  switch (kind) {
    case "overwrote":
      return t`${who} changed the same text in ${place} at the same time. Your text is used; theirs is in the history.`;
    case "overwritten":
      return t`${who} changed the same text in ${place}. Their text is used; the earlier one is in the history.`;
    case "lost":
      switch (remark.kind) {
        case "full":
          return t`The page has reached the limit of blocks or of size: the last change was not made.`;
        case "gone":
          return t`${who} removed what you were editing. Your last change to it was not made. The earlier page is in the history.`;
        default:
          return t`A change to ${place} is not valid on this page and was not made.`;
      }
  }
}
