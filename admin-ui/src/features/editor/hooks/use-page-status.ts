import { t } from "@lingui/core/macro";
import { useCallback } from "react";
import { isVersionConflict } from "@/shared/api/if-match";
import { errorText } from "@/shared/i18n/error-text";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";
import { useChangeStatusMutation, type Page, type StatusChange } from "../api";
import { useEditable, useOpenPage } from "./use-open-page";

/** Message when the status cannot change because the draft could not be saved. */
const notSaved = () => t`Your last changes could not be saved. Try again once they are saved.`;
const late = () => t`Someone else has just changed the status of this page. Check the current status, then try again.`;

interface PageStatus {
  isChanging: boolean;
  /** Saves the draft and changes its schedule or review state; resolves to an error message or null. */
  change: (wanted: StatusChange, said: string) => Promise<string | null>;
}

/** Schedule and review state of the open page. */
export function usePageStatus(page: Page, save: () => Promise<boolean>): PageStatus {
  const website = useWebsite();
  const toast = useToast();
  const [changeStatus, { isLoading }] = useChangeStatusMutation();
  const { id: pageId, standing } = page;
  const change = useCallback<PageStatus["change"]>(
    async (wanted, said) => {
      if (!(await save())) return notSaved();
      const outcome = await changeStatus({ websiteId: website.id, pageId, standing, change: wanted });
      if (outcome.error !== undefined) return isVersionConflict(outcome.error) ? late() : errorText(outcome.error);
      toast.success(said);
      return null;
    },
    [changeStatus, save, toast, website.id, pageId, standing],
  );
  return { isChanging: isLoading, change };
}

/** A way to publish other than at once. */
interface WayToPublish {
  id: string;
  title: string;
  run: () => void;
}

/** The status changes that this user may make. */
export function useWaysToPublish(page: Page, save: () => Promise<boolean>, onSchedule: () => void): WayToPublish[] {
  const toast = useToast();
  const editable = useEditable();
  const mayPublish = usePermission("content", "publish");
  const unsaved = useOpenPage(({ unsaved }) => unsaved);
  const { change } = usePageStatus(page, save);
  const hasChanges = page.hasUnpublishedChanges || unsaved;
  const isScheduled = page.status === "scheduled";
  const isForReview = page.status === "needs-review";
  const run = (wanted: StatusChange, said: string) => () =>
    void change(wanted, said).then((refusal) => {
      if (refusal !== null) toast.error(refusal);
    });
  const rest: StatusChange = { status: page.isPublished ? "published" : "draft" };
  return [
    ...(mayPublish && hasChanges
      ? [{ id: "publish-later", title: isScheduled ? t`Reschedule` : t`Publish later`, run: onSchedule }]
      : []),
    ...(editable && hasChanges && !isScheduled && !isForReview
      ? [
          {
            id: "ask-for-review",
            title: t`Request review`,
            run: run({ status: "needs-review" }, t`Waiting for review`),
          },
        ]
      : []),
    ...(mayPublish && isScheduled
      ? [{ id: "cancel-schedule", title: t`Cancel schedule`, run: run(rest, t`Schedule canceled`) }]
      : []),
    ...(editable && isForReview
      ? [{ id: "withdraw-review", title: t`Withdraw review request`, run: run(rest, t`Review request withdrawn`) }]
      : []),
  ];
}
