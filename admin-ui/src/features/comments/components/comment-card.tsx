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
import { formatAge, formatCount, formatMoment } from "@/shared/i18n/format";
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

const mostText = maxOf(CommentReply.entries.text);

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
            slotProps={{ input: { "aria-label": `Select the comment of ${comment.author}` } }}
          />
        </Box>
      )}
      <Stack sx={{ gap: 0.75, minWidth: 0, flex: 1 }}>
        <Head comment={comment} />
        <Typography sx={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>{comment.text}</Typography>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
          {comment.parentId === null ? "On " : "A reply on "}
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
            {sign}
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
        {comment.author === "" ? "Anonymous" : comment.author}
      </Typography>
      <Chip size="small" variant="soft" label={stateLabels[comment.state].name} />
      {comment.bySite && <Chip size="small" variant="soft" label="You" />}
      {comment.isMember && <Chip size="small" variant="soft" label="Has an account" />}
      {comment.flags > 0 && (
        <Chip size="small" color="warning" label={formatCount(comment.flags, "report", "reports")} />
      )}
      {comment.likes > 0 && <Chip size="small" variant="soft" label={formatCount(comment.likes, "like", "likes")} />}
      <Typography variant="body2" color="textSecondary" title={formatMoment(comment.createdOn)}>
        {formatAge(comment.createdOn)}
        {comment.editedOn != null && " · edited"}
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
          Dismiss reports
        </Button>
      )}
      {isShown && (
        <Button {...small} onClick={() => setAsks("reply")}>
          Reply
        </Button>
      )}
      <Button {...small} onClick={() => setAsks("edit")}>
        Edit
      </Button>
      {!isShown && mayDelete && (
        <ConfirmAction
          label="Delete permanently"
          button={{ size: "small", color: "error" }}
          question="Delete this comment permanently?"
          consequence="Its replies are deleted too. This cannot be undone."
          confirmLabel="Delete"
          tone="error"
          onConfirm={async () => {
            await remove(ref).unwrap();
            toast.success("Comment deleted");
          }}
        />
      )}
      {asks === "reply" && (
        <TextPromptDialog
          title={`Reply to ${comment.author}`}
          intro={
            comment.state === "WAITING"
              ? "Your reply is shown under the name of the site. The comment is approved as well."
              : "Your reply is shown under the name of the site."
          }
          label="Reply"
          initial=""
          submitLabel="Send reply"
          most={mostText}
          onSend={async (text) => {
            await reply({ ...ref, text }).unwrap();
            toast.success("Reply sent");
          }}
          onClose={() => setAsks(null)}
        />
      )}
      {asks === "edit" && (
        <TextPromptDialog
          title="Edit the comment"
          intro="Remove what does not belong there. Visitors do not see that it was edited."
          label="Comment"
          initial={comment.text}
          submitLabel="Save"
          most={mostText}
          onSend={async (text) => {
            await reword({ ...ref, text }).unwrap();
            toast.success("Comment saved");
          }}
          onClose={() => setAsks(null)}
        />
      )}
    </Stack>
  );
}
