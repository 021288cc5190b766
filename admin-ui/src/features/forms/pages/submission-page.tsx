import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import Star from "@mui/icons-material/Star";
import StarBorder from "@mui/icons-material/StarBorder";
import { useEffect } from "react";
import { useNavigate, useParams } from "react-router";
import { errorText } from "@/shared/i18n/error-text";
import { formatMoment } from "@/shared/i18n/format";
import { useServerWords } from "@/shared/i18n/use-server-words";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { ConfirmAction } from "@/shared/ui/confirm-action";
import { Page, ViewOnlyChip, type BackLink } from "@/shared/ui/page";
import { PendingPage } from "@/shared/ui/pending-page";
import { useToast } from "@/shared/ui/toast";
import {
  useChangeSubmissionMutation,
  useDeleteSubmissionMutation,
  useGetSubmissionQuery,
  type Submission,
  type SubmissionChange,
} from "../api";
import { noValue, senderOf } from "../submission-text";
import { SubmissionFiles } from "../components/submission-files";
import { SubmissionValue } from "../components/submission-value";

/** One form submission in full. */
export function SubmissionPage() {
  const website = useWebsite();
  const { formId = "", submissionId = "" } = useParams();
  const submission = useGetSubmissionQuery({ websiteId: website.id, formId, submissionId });
  const folder = submission.data?.folder === "spam" ? "&folder=spam" : "";
  const back = { to: `/sites/${website.id}/forms?form=${formId}${folder}`, label: t`All submissions` };
  if (submission.data === undefined) return <PendingPage title={t`Submission`} back={back} query={submission} />;
  return <SubmissionView key={submission.data.id} submission={submission.data} back={back} />;
}

function SubmissionView({ submission, back }: { submission: Submission; back: BackLink }) {
  const website = useWebsite();
  const mayChange = usePermission("submissions", "write");
  const mayDelete = usePermission("submissions", "delete");
  const toast = useToast();
  const navigate = useNavigate();
  const [changeSubmission, { isLoading }] = useChangeSubmissionMutation();
  const [deleteSubmission] = useDeleteSubmissionMutation();
  const words = useServerWords();
  const signs = submission.spamSigns.map((sign) => words(sign, submission.spamSignTexts?.[sign]));
  const ref = { websiteId: website.id, formId: submission.formId, submissionId: submission.id };
  const change = async (next: SubmissionChange, done?: string) => {
    const outcome = await changeSubmission({ ...ref, change: next });
    if (outcome.error !== undefined) toast.error(errorText(outcome.error));
    else if (done !== undefined) toast.success(done);
  };
  const isUnread = mayChange && submission.readOn == null;
  useEffect(() => {
    if (isUnread) void changeSubmission({ ...ref, change: { read: true } });
    // Marked as read once, when it is opened.
    // oxlint-disable-next-line exhaustive-deps
  }, []);
  const isSpam = submission.folder === "spam";
  return (
    <Page
      title={senderOf(submission)}
      back={back}
      width="narrow"
      status={mayChange ? undefined : <ViewOnlyChip />}
      description={t`Sent ${{ moment: formatMoment(submission.createdOn) }} from ${{ pageTitle: submission.pageTitle || submission.pagePath }}`}
      actions={
        <>
          {mayChange && (
            <Tooltip title={submission.starred ? t`Remove star` : t`Star`}>
              <IconButton
                aria-label={t`Starred`}
                aria-pressed={submission.starred}
                onClick={() => void change({ starred: !submission.starred })}
              >
                {submission.starred ? <Star color="warning" /> : <StarBorder />}
              </IconButton>
            </Tooltip>
          )}
          {mayChange && (
            <Button
              variant="outlined"
              color="inherit"
              loading={isLoading}
              onClick={() =>
                void change({ folder: isSpam ? "inbox" : "spam" }, isSpam ? t`Moved back from spam` : t`Moved to spam`)
              }
            >
              {isSpam ? t`Not spam` : t`Spam`}
            </Button>
          )}
          {mayDelete && (
            <ConfirmAction
              label={t`Delete`}
              button={{ variant: "outlined", color: "error" }}
              question={t`Delete this submission?`}
              consequence={t`This cannot be undone.`}
              confirmLabel={t`Delete`}
              tone="error"
              onConfirm={async () => {
                await deleteSubmission(ref).unwrap();
                toast.success(t`Submission deleted`);
                await navigate(back.to);
              }}
            />
          )}
        </>
      }
    >
      {isSpam && submission.spamSigns.length > 0 && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {t`This looks like spam, so no one was notified. ${{ spamSigns: signs.join(" ") }}`}
        </Alert>
      )}
      <Card>
        <Box
          component="dl"
          sx={{
            m: 0,
            display: "grid",
            rowGap: { xs: 0.5, sm: 1.5 },
            columnGap: 3,
            gridTemplateColumns: { sm: "minmax(120px, 200px) 1fr" },
          }}
        >
          {submission.values.map((answer, index) => (
            <Box key={index} sx={{ display: "contents" }}>
              <Typography component="dt" variant="body2" color="textSecondary">
                {answer.label}
              </Typography>
              <Typography
                component="dd"
                variant="body2"
                sx={{ m: 0, mb: { xs: 1.5, sm: 0 }, overflowWrap: "anywhere" }}
              >
                {answer.kind === "file" && answer.value !== noValue ? (
                  <SubmissionFiles submission={ref} field={answer.field} />
                ) : (
                  <SubmissionValue answer={answer} />
                )}
              </Typography>
            </Box>
          ))}
        </Box>
      </Card>
    </Page>
  );
}
