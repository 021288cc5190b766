import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Drawer from "@mui/material/Drawer";
import FormControlLabel from "@mui/material/FormControlLabel";
import IconButton from "@mui/material/IconButton";
import LinearProgress from "@mui/material/LinearProgress";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import Close from "@mui/icons-material/Close";
import { useState } from "react";
import { errorText } from "@/shared/i18n/error-text";
import { useMay, useWebsite } from "@/shared/session/hooks";
import { EmptyState, ErrorState } from "@/shared/ui/states";
import { findBlock } from "../../document/find";
import { useDraft, useOpenPage } from "../../hooks/use-open-page";
import { useSession } from "../../hooks/use-session";
import { useSayInReviewMutation } from "../../review/api";
import type { Review } from "../../review/use-review";
import { useBlockKinds } from "../block-kinds";
import { CommentForm } from "./comment-form";
import { Thread } from "./thread";

interface ReviewPanelProps {
  review: Review;
  open: boolean;
  onClose: () => void;
}

/** What those who work on the site say about this draft. Visitors see none of it. */
export function ReviewPanel({ review, open, onClose }: ReviewPanelProps) {
  return (
    <Drawer anchor="right" open={open} onClose={onClose} slotProps={{ paper: { sx: { width: { xs: "100%", sm: 400 } }, "aria-label": "Comments" } }}>
      <Stack direction="row" sx={{ alignItems: "center", p: 2, pb: 1 }}>
        <Typography variant="h2" sx={{ flex: 1 }}>
          Comments
        </Typography>
        <IconButton aria-label="Close the comments" onClick={onClose}>
          <Close fontSize="small" />
        </IconButton>
      </Stack>
      {open && <Threads review={review} onShow={onClose} />}
    </Drawer>
  );
}

function Threads({ review, onShow }: { review: Review; onShow: () => void }) {
  const mayWrite = useMay("review-comments", "write");
  const [showsSettled, setShowsSettled] = useState(false);
  if (review.isLoading) {
    return (
      <Box role="status" aria-label="Loading">
        <LinearProgress aria-hidden />
      </Box>
    );
  }
  if (review.error !== undefined && review.threads.length === 0) return <ErrorState error={review.error} onRetry={review.refetch} />;
  const settled = review.threads.length - review.open.length;
  const shown = showsSettled ? review.threads : review.open;
  return (
    <Box sx={{ overflowY: "auto", p: 2, pt: 0 }}>
      {mayWrite && <NewThread />}
      {review.error !== undefined && <Alert severity="warning">{errorText(review.error)}</Alert>}
      {settled > 0 && (
        <FormControlLabel
          control={<Switch size="small" checked={showsSettled} onChange={(_, checked) => setShowsSettled(checked)} />}
          label={`Show settled (${settled})`}
        />
      )}
      {shown.length === 0 && (
        <EmptyState title="No open comments">Say here what should change before the page is published. Visitors never see it.</EmptyState>
      )}
      <Stack component="ol" sx={{ listStyle: "none", m: 0, p: 0, gap: 1.5, mt: 1.5 }}>
        {shown.map((thread) => (
          <Thread key={thread.id} thread={thread} onShow={onShow} />
        ))}
      </Stack>
    </Box>
  );
}

/** A comment on the selected block, or on the page. */
function NewThread() {
  const website = useWebsite();
  const session = useSession();
  const { pageId, selection } = useOpenPage();
  const { document } = useDraft();
  const kinds = useBlockKinds();
  const [say, { isLoading, error }] = useSayInReviewMutation();
  const block = selection.type === "block" ? (findBlock(document, selection.id)?.block ?? null) : null;
  const submit = async (body: string) => {
    // The server has to know the block before it can be talked about.
    if (block !== null) await session.flush();
    const comment = block === null ? { body } : { body, blockId: block.id };
    return (await say({ websiteId: website.id, pageId, comment })).data !== undefined;
  };
  return (
    <CommentForm
      label={block === null ? "Comment on the page" : `Comment on ${kinds.nameOf(block.kind)}`}
      action="Comment"
      busy={isLoading}
      error={error === undefined ? null : errorText(error)}
      onSubmit={submit}
    />
  );
}
