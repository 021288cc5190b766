import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import Chip from "@mui/material/Chip";
import MuiLink from "@mui/material/Link";
import Rating from "@mui/material/Rating";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { Link } from "react-router";
import { ProductReviewReply } from "@stoa/api/rules";
import { maxOf } from "@/shared/form/field-rules";
import { formatAge, formatMoment } from "@/shared/i18n/format";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";
import { TextPromptDialog } from "@/shared/form/text-prompt-dialog";
import { useReplyToReviewMutation, type ProductReview, type ReviewState } from "../api";
import { stateLabels } from "../state-labels";

interface ReviewCardProps {
  review: ProductReview;
  /** Null if the user may not change reviews. */
  chosen: boolean | null;
  onChoose: (chosen: boolean) => void;
  onMove: (state: ReviewState) => void;
}

export function ReviewCard({ review, chosen, onChoose, onMove }: ReviewCardProps) {
  const website = useWebsite();
  const mayReadOrders = usePermission("orders", "read");
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
            slotProps={{
              input: {
                "aria-label": t`Select the review of ${{ author: review.author }} on ${{ productName: review.productName }}`,
              },
            }}
          />
        </Box>
      )}
      <Stack sx={{ gap: 0.75, minWidth: 0, flex: 1 }}>
        <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap", alignItems: "center" }}>
          <Rating value={review.rating} readOnly size="small" getLabelText={(stars) => t`${stars} out of 5 stars`} />
          <Typography component="strong" sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>
            {review.author}
          </Typography>
          <Chip size="small" variant="soft" label={stateLabels[review.state].name} />
          <Typography variant="body2" color="textSecondary" title={formatMoment(review.createdOn)}>
            {formatAge(review.createdOn)}
          </Typography>
        </Stack>
        {review.text !== "" && (
          <Typography sx={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>{review.text}</Typography>
        )}
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
          {t`On ${{ productName: review.productName }}`}
          {mayReadOrders && (
            <>
              {" · "}
              <MuiLink component={Link} underline="always" to={`/sites/${website.id}/orders/${review.orderId}`}>
                {t`View order`}
              </MuiLink>
            </>
          )}
        </Typography>
        {review.reply !== "" && (
          <Box sx={{ pl: 1.5, borderLeft: 2, borderColor: "divider" }}>
            <Typography variant="body2" color="textSecondary">
              {t`Your reply`}
            </Typography>
            <Typography sx={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>{review.reply}</Typography>
          </Box>
        )}
        {chosen !== null && <Actions review={review} onMove={onMove} />}
      </Stack>
    </Stack>
  );
}

function Actions({ review, onMove }: { review: ProductReview; onMove: (state: ReviewState) => void }) {
  const website = useWebsite();
  const toast = useToast();
  const [asks, setAsks] = useState(false);
  const [reply] = useReplyToReviewMutation();
  return (
    <Stack direction="row" sx={{ gap: 0.5, flexWrap: "wrap", ml: -0.5 }}>
      {stateLabels[review.state].moves.map((state) => (
        <Button
          key={state}
          size="small"
          color={state === "PUBLISHED" ? "primary" : "inherit"}
          onClick={() => onMove(state)}
        >
          {stateLabels[state].action}
        </Button>
      ))}
      <Button size="small" color="inherit" onClick={() => setAsks(true)}>
        {review.reply === "" ? t`Reply` : t`Edit reply`}
      </Button>
      {asks && (
        <TextPromptDialog
          title={t`Reply to ${{ author: review.author }}`}
          intro={t`Your reply is shown below the review, in the name of the shop. Leave it empty to delete it.`}
          label={t`Reply`}
          initial={review.reply}
          submitLabel={t`Save reply`}
          maxLength={maxOf(ProductReviewReply.entries.text)}
          mayBeEmpty
          onSend={async (text) => {
            await reply({ websiteId: website.id, reviewId: review.id, text }).unwrap();
            toast.success(text.trim() === "" ? t`Reply deleted` : t`Reply saved`);
          }}
          onClose={() => setAsks(false)}
        />
      )}
    </Stack>
  );
}
