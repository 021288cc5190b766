import { useCallback } from "react";
import { isLate } from "@/shared/api/seen";
import { errorText } from "@/shared/i18n/error-text";
import { useMay, useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";
import { useChangeStatusMutation, type Page, type StatusChange } from "../api";
import { useEditable, useOpen } from "./use-open-page";

/** Why a draft that could not be saved waits for nothing. */
const notSaved = "Your last changes could not be saved. Try again when they are.";
const late = "Somebody else has just changed how this page stands. What you see now is new: look at it, then choose again.";

interface PageStatus {
  isChanging: boolean;
  /** Saves what was typed and changes what the draft waits for; tells why that could not be done. */
  change: (wanted: StatusChange, said: string) => Promise<string | null>;
}

/** What the draft of the open page waits for. */
export function usePageStatus(page: Page, save: () => Promise<boolean>): PageStatus {
  const website = useWebsite();
  const toast = useToast();
  const [changeStatus, { isLoading }] = useChangeStatusMutation();
  const { id: pageId, standing } = page;
  const change = useCallback<PageStatus["change"]>(
    async (wanted, said) => {
      if (!(await save())) return notSaved;
      const outcome = await changeStatus({ websiteId: website.id, pageId, standing, change: wanted });
      if (outcome.error !== undefined) return isLate(outcome.error) ? late : errorText(outcome.error);
      toast.say(said);
      return null;
    },
    [changeStatus, save, toast, website.id, pageId, standing],
  );
  return { isChanging: isLoading, change };
}

/** One of the ways to visitors beside publishing at once. */
export interface WayToPublish {
  id: string;
  title: string;
  run: () => void;
}

/** What this person can let the draft wait for, or wait for no longer. */
export function useWaysToPublish(page: Page, save: () => Promise<boolean>, onSchedule: () => void): WayToPublish[] {
  const toast = useToast();
  const editable = useEditable();
  const mayPublish = useMay("content", "publish");
  const unsaved = useOpen(({ unsaved }) => unsaved);
  const { change } = usePageStatus(page, save);
  const hasChanges = page.hasUnpublishedChanges || unsaved;
  const isScheduled = page.status === "scheduled";
  const isForReview = page.status === "needs-review";
  const run = (wanted: StatusChange, said: string) => () =>
    void change(wanted, said).then((refusal) => {
      if (refusal !== null) toast.warn(refusal);
    });
  const rest: StatusChange = { status: page.isPublished ? "published" : "draft" };
  return [
    ...(mayPublish && hasChanges
      ? [{ id: "publish-later", title: isScheduled ? "Publish at another time" : "Publish later", run: onSchedule }]
      : []),
    ...(editable && hasChanges && !isScheduled && !isForReview
      ? [{ id: "ask-for-review", title: "Ask for review", run: run({ status: "needs-review" }, "Waiting for review") }]
      : []),
    ...(mayPublish && isScheduled
      ? [{ id: "cancel-schedule", title: "Do not publish by itself", run: run(rest, "The draft is not published by itself any more") }]
      : []),
    ...(editable && isForReview
      ? [{ id: "withdraw-review", title: "Wait for review no longer", run: run(rest, "The draft waits for nothing") }]
      : []),
  ];
}
