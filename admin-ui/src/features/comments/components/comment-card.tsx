import { plural, t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import Chip from "@mui/material/Chip";
import MuiLink from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { CommentReply } from "@stoa/api/rules";
import { maxOf } from "@/shared/form/field-rules";
import { formatAge, formatMoment } from "@/shared/i18n/format";
import { useServerWords } from "@/shared/i18n/use-server-words";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { ConfirmAction } from "@/shared/ui/confirm-action";
import { useToast } from "@/shared/ui/toast";
import { TextPromptDialog } from "@/shared/form/text-prompt-dialog";
import {
  useDeleteCommentMutation,
  useReplyToCommentMutation,
  useRewordCommentMutation,
  type Comment,
  type CommentState,
} from "../api";
import { stateLabels } from "../state-labels";

const maxTextLength = maxOf(CommentReply.entries.text);

interface CommentCardProps {
  comment: Comment;
  /** Public URL of the site. */
  siteUrl: string;
  /** Null if the user may not change comments. */
  chosen: boolean | null;
  onChoose: (chosen: boolean) => void;
  onMove: (state: CommentState) => void;
}

export function CommentCard({ comment, siteUrl, chosen, onChoose, onMove }: CommentCardProps) {
  const words = useServerWords();
  return (
    <Stack
      direction="row"
      component="li"
      sx={{ gap: 1, p: 2, borderTop: 1, borderColor: "divider", "&:first-of-type": { borderTop: 0 } }}
    >
      {chosen !== null && (
        <Box>
          <Checkbox
            size="small"
            checked={chosen}
            onChange={(_, next) => onChoose(next)}
            slotProps={{ input: { "aria-label": t`Select the comment of ${{ author: comment.author }}` } }}
          />
        </Box>
      )}
      <Stack sx={{ gap: 0.75, minWidth: 0, flex: 1 }}>
        <Head comment={comment} />
        <Typography sx={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>{comment.text}</Typography>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
          {comment.parentId === null ? t`On ` : t`A reply on `}
          <MuiLink href={`${siteUrl}${comment.targetPath}#comments`} target="_blank" rel="noreferrer">
            {comment.targetTitle}
          </MuiLink>
          {comment.email !== "" && (
            <>
              {" · "}
              <MuiLink href={`mailto:${comment.email}`}>{comment.email}</MuiLink>
            </>
          )}
        </Typography>
        {comment.spamSigns.map((sign) => (
          <Typography key={sign} variant="body2" color="warning.main">
            {words(sign, comment.spamSignTexts?.[sign])}
          </Typography>
        ))}
        {chosen !== null && <Actions comment={comment} onMove={onMove} />}
      </Stack>
    </Stack>
  );
}

function Head({ comment }: { comment: Comment }) {
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap", alignItems: "center" }}>
      <Typography component="strong" sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>
        {comment.author === "" ? t`Anonymous` : comment.author}
      </Typography>
      <Chip size="small" variant="soft" label={stateLabels[comment.state].name} />
      {comment.bySite && <Chip size="small" variant="soft" label={t`You`} />}
      {comment.isMember && <Chip size="small" variant="soft" label={t`Has an account`} />}
      {comment.flags > 0 && (
        <Chip
          size="small"
          color="warning"
          label={plural({ flags: comment.flags }, { one: "# report", other: "# reports" })}
        />
      )}
      {comment.likes > 0 && (
        <Chip
          size="small"
          variant="soft"
          label={plural({ likes: comment.likes }, { one: "# like", other: "# likes" })}
        />
      )}
      <Typography variant="body2" color="textSecondary" title={formatMoment(comment.createdOn)}>
        {formatAge(comment.createdOn)}
        {comment.editedOn != null && t` · edited`}
      </Typography>
    </Stack>
  );
}

function Actions({ comment, onMove }: { comment: Comment; onMove: (state: CommentState) => void }) {
  const website = useWebsite();
  const toast = useToast();
  const mayDelete = usePermission("comments", "delete");
  const [asks, setAsks] = useState<"reply" | "edit" | null>(null);
  const [reply] = useReplyToCommentMutation();
  const [reword] = useRewordCommentMutation();
  const [remove] = useDeleteCommentMutation();
  const ref = { websiteId: website.id, commentId: comment.id };
  const isShown = comment.state === "WAITING" || comment.state === "APPROVED";
  const small = { size: "small", color: "inherit" } as const;
  return (
    <Stack direction="row" sx={{ gap: 0.5, flexWrap: "wrap", ml: -0.5 }}>
      {stateLabels[comment.state].moves.map((state) => (
        <Button
          key={state}
          {...small}
          {...(state === "APPROVED" ? { color: "primary" as const } : {})}
          onClick={() => onMove(state)}
        >
          {stateLabels[state].action}
        </Button>
      ))}
      {comment.state === "APPROVED" && comment.flags > 0 && (
        <Button {...small} onClick={() => onMove("APPROVED")}>
          {t`Dismiss reports`}
        </Button>
      )}
      {isShown && (
        <Button {...small} onClick={() => setAsks("reply")}>
          {t`Reply`}
        </Button>
      )}
      <Button {...small} onClick={() => setAsks("edit")}>
        {t`Edit`}
      </Button>
      {!isShown && mayDelete && (
        <ConfirmAction
          label={t`Delete permanently`}
          button={{ size: "small", color: "error" }}
          question={t`Delete this comment permanently?`}
          consequence={t`Its replies are deleted too. This cannot be undone.`}
          confirmLabel={t`Delete`}
          tone="error"
          onConfirm={async () => {
            await remove(ref).unwrap();
            toast.success(t`Comment deleted`);
          }}
        />
      )}
      {asks === "reply" && (
        <TextPromptDialog
          title={t`Reply to ${{ author: comment.author }}`}
          intro={
            comment.state === "WAITING"
              ? t`Your reply is shown under the name of the site. The comment is approved as well.`
              : t`Your reply is shown under the name of the site.`
          }
          label={t`Reply`}
          initial=""
          submitLabel={t`Send reply`}
          maxLength={maxTextLength}
          onSend={async (text) => {
            await reply({ ...ref, text }).unwrap();
            toast.success(t`Reply sent`);
          }}
          onClose={() => setAsks(null)}
        />
      )}
      {asks === "edit" && (
        <TextPromptDialog
          title={t`Edit the comment`}
          intro={t`Remove what does not belong there. Visitors do not see that it was edited.`}
          label={t`Comment`}
          initial={comment.text}
          submitLabel={t`Save`}
          maxLength={maxTextLength}
          onSend={async (text) => {
            await reword({ ...ref, text }).unwrap();
            toast.success(t`Comment saved`);
          }}
          onClose={() => setAsks(null)}
        />
      )}
    </Stack>
  );
}
