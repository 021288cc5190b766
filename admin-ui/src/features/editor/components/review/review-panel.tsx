import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import { memo, useState } from "react";
import { errorText } from "@/shared/i18n/error-text";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { EmptyState, ErrorState, LoadingBar } from "@/shared/ui/states";
import { findBlock } from "../../document/find";
import { useDraft, useOpenPage } from "../../hooks/use-open-page";
import { useSession } from "../../hooks/use-session";
import { useSayInReviewMutation } from "../../review/api";
import type { Review } from "../../review/use-review";
import { useBlockKinds } from "../block-kinds";
import { SideDrawer } from "@/shared/ui/side-drawer";
import { CommentForm } from "./comment-form";
import { Thread } from "./thread";

interface ReviewPanelProps {
  review: Review;
  open: boolean;
  onClose: () => void;
}

/** Review comments of contributors on this draft. Visitors do not see them. */
export const ReviewPanel = memo(function ReviewPanel({ review, open, onClose }: ReviewPanelProps) {
  return (
    <SideDrawer title={t`Comments`} width={400} open={open} onClose={onClose}>
      <Threads review={review} onShow={onClose} />
    </SideDrawer>
  );
});

function Threads({ review, onShow }: { review: Review; onShow: () => void }) {
  const mayWrite = usePermission("review-comments", "write");
  const [showsSettled, setShowsSettled] = useState(false);
  if (review.isLoading) return <LoadingBar />;
  if (review.error !== undefined && review.threads.length === 0)
    return <ErrorState error={review.error} onRetry={review.refetch} />;
  const settled = review.threads.length - review.open.length;
  const shown = showsSettled ? review.threads : review.open;
  return (
    <Box sx={{ overflowY: "auto", p: 2, pt: 0 }}>
      {mayWrite && <NewThread />}
      {review.error !== undefined && <Alert severity="warning">{errorText(review.error)}</Alert>}
      {settled > 0 && (
        <FormControlLabel
          control={<Switch size="small" checked={showsSettled} onChange={(_, checked) => setShowsSettled(checked)} />}
          label={t`Show resolved (${settled})`}
        />
      )}
      {shown.length === 0 && (
        <EmptyState title={t`No open comments`}>
          {t`Comment on what should change before the page is published. Visitors never see comments.`}
        </EmptyState>
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
  const pageId = useOpenPage(({ pageId }) => pageId);
  const selection = useOpenPage(({ selection }) => selection);
  const { document } = useDraft();
  const kinds = useBlockKinds();
  const [say, { isLoading, error }] = useSayInReviewMutation();
  const block = selection.type === "block" ? (findBlock(document, selection.id)?.block ?? null) : null;
  const submit = async (body: string) => {
    // The server must know the block before it accepts a comment on it.
    if (block !== null) await session.flush();
    const comment = block === null ? { body } : { body, blockId: block.id };
    return (await say({ websiteId: website.id, pageId, comment })).data !== undefined;
  };
  return (
    <CommentForm
      label={block === null ? t`Comment on the page` : t`Comment on ${{ nameOf: kinds.nameOf(block.kind) }}`}
      action={t`Comment`}
      busy={isLoading}
      error={error === undefined ? null : errorText(error)}
      onSubmit={submit}
    />
  );
}
