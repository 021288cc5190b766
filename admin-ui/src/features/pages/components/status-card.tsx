import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { isVersionConflict } from "@/shared/api/if-match";
import { errorText } from "@/shared/i18n/error-text";
import { formatMoment } from "@/shared/i18n/format";
import { ScheduleDialog } from "@/shared/page-status/schedule-dialog";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { useToast } from "@/shared/ui/toast";
import {
  useMakeHomePageMutation,
  usePublishPageDraftMutation,
  useSetPageStatusMutation,
  type PageSettings,
  type PageStatusChange,
} from "../api";
import { PageStatus, useFailureSentence } from "./page-status";

/** The properties of a page or item that the card needs. */
type StatusOf = Pick<
  PageSettings,
  | "id"
  | "kind"
  | "status"
  | "standing"
  | "publishOn"
  | "publishFailure"
  | "isPublished"
  | "hasUnpublishedChanges"
  | "isHome"
  | "enabled"
  | "access"
>;

function sentence(page: StatusOf): string {
  switch (page.status) {
    case "draft":
      return t`Not published.`;
    case "needs-review":
      return t`The draft is waiting for review.`;
    case "scheduled":
      return t`The draft is published on ${{ moment: formatMoment(page.publishOn ?? 0) }}.`;
    case "private":
      return t`Only contributors can see it.`;
    default:
      return page.hasUnpublishedChanges ? t`Visitors see an earlier version.` : t`Visitors see this version.`;
  }
}

function FailureAlert({ failure }: { failure: NonNullable<StatusOf["publishFailure"]> }) {
  const failureSentence = useFailureSentence(failure);
  return (
    <Alert severity="error">
      {t`${failureSentence} Fix it in the editor, then publish it or choose another time.`}
    </Alert>
  );
}

/** Publication status of a page, and the actions to change it. */
export function StatusCard({ page }: { page: StatusOf }) {
  const website = useWebsite();
  const toast = useToast();
  const mayWrite = usePermission("content", "write");
  const mayPublish = usePermission("content", "publish");
  const [publish, publishing] = usePublishPageDraftMutation();
  const [setStatus, setting] = useSetPageStatusMutation();
  const [makeHome, making] = useMakeHomePageMutation();
  const [scheduling, setScheduling] = useState(false);
  const ref = { websiteId: website.id, pageId: page.id };
  const error = publishing.error ?? setting.error ?? making.error;
  const late = isVersionConflict(error)
    ? t`Someone else has just changed the status of this page. Check the current status, then try again.`
    : null;
  const busy = publishing.isLoading || setting.isLoading || making.isLoading;
  const change = async (wanted: PageStatusChange, text: string) => {
    const answer = await setStatus({ ...ref, standing: page.standing, change: wanted });
    if (answer.error === undefined) toast.success(text);
    return answer.error === undefined;
  };
  const isPublished = page.status === "published" && page.isPublished;
  const button = { size: "small", variant: "outlined", color: "inherit", disabled: busy } as const;
  return (
    <Card title={t`Status`} action={<PageStatus page={page} />}>
      <Stack sx={{ gap: 1.5, pt: 1 }}>
        {error !== undefined && !scheduling && <Alert severity="error">{late ?? errorText(error)}</Alert>}
        {page.publishFailure && <FailureAlert failure={page.publishFailure} />}
        <Typography variant="body2" color="textSecondary">
          {sentence(page)}
        </Typography>
        <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
          {mayPublish && (page.hasUnpublishedChanges || !isPublished) && (
            <Button
              size="small"
              variant="contained"
              loading={publishing.isLoading}
              disabled={busy}
              onClick={() =>
                void publish(ref).then((answer) => answer.error === undefined && toast.success(t`Published`))
              }
            >
              {t`Publish now`}
            </Button>
          )}
          {mayPublish && page.hasUnpublishedChanges && (
            <Button {...button} onClick={() => setScheduling(true)}>
              {t`Publish later`}
            </Button>
          )}
          {mayWrite && page.hasUnpublishedChanges && page.status !== "needs-review" && page.status !== "scheduled" && (
            <Button {...button} onClick={() => void change({ status: "needs-review" }, t`Waiting for review`)}>
              {t`Request review`}
            </Button>
          )}
          {mayPublish && (page.status === "scheduled" || page.status === "needs-review") && (
            <Button
              {...button}
              onClick={() =>
                void change({ status: page.isPublished ? "published" : "draft" }, t`Review request withdrawn`)
              }
            >
              {t`Withdraw review request`}
            </Button>
          )}
          {mayPublish && isPublished && !page.isHome && (
            <Button {...button} onClick={() => void change({ status: "draft" }, t`Visitors can no longer see it`)}>
              {t`Unpublish`}
            </Button>
          )}
          {mayPublish &&
            isPublished &&
            page.kind === "page" &&
            !page.isHome &&
            page.enabled &&
            page.access === "public" && (
              <Button
                {...button}
                onClick={() =>
                  void makeHome({ ...ref, standing: page.standing }).then(
                    (answer) => answer.error === undefined && toast.success(t`This is the home page now`),
                  )
                }
              >
                {t`Make home page`}
              </Button>
            )}
        </Stack>
      </Stack>
      {scheduling && (
        <ScheduleDialog
          busy={setting.isLoading}
          error={setting.error === undefined ? null : (late ?? errorText(setting.error))}
          onClose={() => setScheduling(false)}
          onChosen={(time) =>
            void change({ status: "scheduled", publishOn: time }, t`Scheduled`).then(
              (done) => done && setScheduling(false),
            )
          }
        />
      )}
    </Card>
  );
}
