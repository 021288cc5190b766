import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { errorText } from "@/shared/i18n/error-text";
import { formatMoment } from "@/shared/i18n/format";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { findBlock } from "../../document/find";
import { useCommands } from "../../hooks/use-commands";
import { useDraft, useOpenPage } from "../../hooks/use-open-page";
import {
  useDeleteInReviewMutation,
  useResolveReviewThreadMutation,
  useRewordInReviewMutation,
  useSayInReviewMutation,
  type ReviewComment,
  type ReviewThread,
} from "../../review/api";
import { useBlockKinds } from "../block-kinds";
import { CommentForm } from "./comment-form";

/** A comment with its replies and actions. */
export function Thread({ thread, onShow }: { thread: ReviewThread; onShow: () => void }) {
  const website = useWebsite();
  const pageId = useOpenPage(({ pageId }) => pageId);
  const mayWrite = usePermission("review-comments", "write");
  const [isAnswering, setAnswering] = useState(false);
  const [say, answering] = useSayInReviewMutation();
  const [resolve, resolving] = useResolveReviewThreadMutation();
  const ref = { websiteId: website.id, pageId };
  const settled = thread.resolvedOn != null;
  const answer = async (body: string) => {
    const taken = (await say({ ...ref, comment: { body, threadId: thread.id } })).data !== undefined;
    if (taken) setAnswering(false);
    return taken;
  };
  return (
    <Paper component="li" variant="outlined" sx={{ p: 1.5, opacity: settled ? 0.8 : 1 }}>
      <Subject thread={thread} onShow={onShow} />
      <Stack sx={{ gap: 1.25, mt: 1 }}>
        {thread.comments.map((comment) => (
          <Comment
            key={comment.id}
            comment={comment}
            isFirst={comment.id === thread.id}
            answers={thread.comments.length - 1}
          />
        ))}
      </Stack>
      {settled && (
        <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1 }}>
          {t`Resolved by ${{ resolvedByName: thread.resolvedByName ?? t`someone` }} · ${{ moment: formatMoment(thread.resolvedOn ?? 0) }}`}
        </Typography>
      )}
      {resolving.error !== undefined && <Alert severity="error">{errorText(resolving.error)}</Alert>}
      {mayWrite && isAnswering && (
        <Box sx={{ mt: 1.5 }}>
          <CommentForm
            label={t`Reply`}
            action={t`Reply`}
            busy={answering.isLoading}
            error={answering.error === undefined ? null : errorText(answering.error)}
            onSubmit={answer}
            onCancel={() => setAnswering(false)}
          />
        </Box>
      )}
      {mayWrite && !isAnswering && (
        <Stack direction="row" sx={{ gap: 1, mt: 1 }}>
          <Button size="small" onClick={() => setAnswering(true)}>
            {t`Reply`}
          </Button>
          <Button
            size="small"
            color="inherit"
            loading={resolving.isLoading}
            onClick={() => void resolve({ ...ref, commentId: thread.id, resolved: !settled })}
          >
            {settled ? t`Reopen` : t`Resolve`}
          </Button>
        </Stack>
      )}
    </Paper>
  );
}

/** What the thread is about: a block or the page. */
function Subject({ thread, onShow }: { thread: ReviewThread; onShow: () => void }) {
  const { document } = useDraft();
  const { select } = useCommands();
  const kinds = useBlockKinds();
  const { blockId, blockKind } = thread;
  if (blockId == null) return <Chip size="small" variant="soft" label={t`The page`} />;
  const name = kinds.nameOf(blockKind ?? "");
  if (findBlock(document, blockId) === null) {
    return <Chip size="small" variant="soft" color="warning" label={t`${name}: no longer on the page`} />;
  }
  return (
    <Chip
      size="small"
      variant="soft"
      color="info"
      label={name}
      aria-label={t`Show ${name}`}
      onClick={() => {
        select({ type: "block", id: blockId });
        onShow();
      }}
    />
  );
}

interface CommentProps {
  comment: ReviewComment;
  /** Whether it is the first comment of the thread. */
  isFirst: boolean;
  /** Number of replies that are deleted with the first comment. */
  answers: number;
}

function Comment({ comment, isFirst, answers }: CommentProps) {
  const website = useWebsite();
  const pageId = useOpenPage(({ pageId }) => pageId);
  const mayWrite = usePermission("review-comments", "write");
  const mayDelete = usePermission("review-comments", "delete");
  const [isEditing, setEditing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [reword, rewording] = useRewordInReviewMutation();
  const [remove, removing] = useDeleteInReviewMutation();
  const ref = { websiteId: website.id, pageId, commentId: comment.id };
  const save = async (body: string) => {
    const taken = (await reword({ ...ref, body })).data !== undefined;
    if (taken) setEditing(false);
    return taken;
  };
  return (
    <Box>
      <Typography variant="caption" color="textSecondary">
        <strong>{comment.authorName ?? t`Someone`}</strong> · {formatMoment(comment.createdOn)}
        {comment.editedOn != null && t` · changed`}
      </Typography>
      {isEditing ? (
        <CommentForm
          label={t`Comment`}
          action={t`Save`}
          initial={comment.body}
          busy={rewording.isLoading}
          error={rewording.error === undefined ? null : errorText(rewording.error)}
          onSubmit={save}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <Typography variant="body2" sx={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {comment.body}
        </Typography>
      )}
      {removing.error !== undefined && <Alert severity="error">{errorText(removing.error)}</Alert>}
      {mayWrite && !isEditing && (
        <Stack direction="row" sx={{ gap: 0.5, ml: -0.75, flexWrap: "wrap" }}>
          {comment.isOwn && (
            <Button size="small" color="inherit" onClick={() => setEditing(true)}>
              {t`Edit`}
            </Button>
          )}
          {(comment.isOwn || mayDelete) && !isAsking && (
            <Button size="small" color="inherit" onClick={() => setAsking(true)}>
              {t`Delete`}
            </Button>
          )}
          {isAsking && (
            <>
              <Button size="small" color="error" loading={removing.isLoading} onClick={() => void remove(ref)}>
                {isFirst && answers > 0 ? t`Delete with its replies` : t`Delete permanently`}
              </Button>
              <Button size="small" color="inherit" onClick={() => setAsking(false)}>
                {t`Keep it`}
              </Button>
            </>
          )}
        </Stack>
      )}
    </Box>
  );
}
