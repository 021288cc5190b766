import Alert from "@mui/material/Alert";
import { useDispatch } from "react-redux";
import Button from "@mui/material/Button";
import { useState } from "react";
import { sectionMention } from "@/shared/page-document/document";
import { findSection } from "../document/find";
import { useOpen } from "../hooks/use-open-page";
import { useSession } from "../hooks/use-session";
import { noticeDismissed, type Notice } from "../slice";
import { useBlockKinds } from "./block-kinds";
import { LeftBehindNotice } from "./left-behind-notice";

/** What stands between the draft and the server, and what came of editing together. */
export function SaveNotices() {
  const saving = useOpen(({ saving }) => saving);
  const notices = useOpen(({ notices }) => notices);
  const leftBehind = useOpen(({ leftBehind }) => leftBehind);
  return (
    <>
      {leftBehind.map((left) => (
        <LeftBehindNotice key={left.client} left={left} />
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
            Try again
          </Button>
          <Button color="inherit" size="small" disabled={busy} onClick={() => void during(session.drop())}>
            Drop my last changes
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
  const draft = useOpen(({ draft }) => draft);
  const pageId = useOpen(({ pageId }) => pageId);
  const kinds = useBlockKinds();
  const { id, path } = notice.remark;
  const block = draft.document.sections
    .flatMap((section) => section.rows.flatMap((row) => row.columns.flatMap((column) => column.blocks)))
    .find((candidate) => candidate.id === id);
  const section = findSection(draft.document, id);
  const part = block ? kinds.nameOf(block.kind) : section ? sectionMention(section.section, section.index + 1) : "a part of the page";
  const place = id === "" ? `the page's ${path.at(-1) ?? "words"}` : part;
  return (
    <Alert severity={notice.kind === "lost" ? "warning" : "info"} sx={{ borderRadius: 0 }} onClose={() => dispatch(noticeDismissed(pageId, notice.id))}>
      {sentence(notice, place)}
    </Alert>
  );
}

function sentence({ kind, name, remark }: Notice, place: string): string {
  const who = name ?? "Somebody else";
  switch (kind) {
    case "overwrote":
      return `${who} changed the same words in ${place} at the same time. Yours stand; theirs are in the history.`;
    case "overwritten":
      return `${who} changed the same words in ${place}. Theirs stand; what was there before is in the history.`;
    case "lost":
      switch (remark.kind) {
        case "full":
          return "The page holds no more blocks, or has become too large: the last change was not made.";
        case "gone":
          return `${who} has taken out what you were changing. Your last change to it was not made; the history has the page as it was before.`;
        default:
          return `A change to ${place} does not fit the page and was not made.`;
      }
  }
}
