import { t } from "@lingui/core/macro";
import { fieldErrors } from "@stoa/api/problem";
import { useCallback, useState } from "react";
import { useDispatch, useStore } from "react-redux";
import { errorStatus, isApiError } from "@/shared/api/api-error";
import { errorText } from "@/shared/i18n/error-text";
import type { PageDocument } from "@/shared/page-document/document";
import { useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";
import { usePublishPageMutation } from "../api";
import { placedBlocks } from "../document/find";
import { selected, selectOpenPage, type EditorRoot } from "../slice";

/** The first block of the page with a validation error. */
function refusedBlock(error: unknown, document: PageDocument): string | null {
  if (!isApiError(error) || error.kind !== "problem") return null;
  const places = Object.keys(fieldErrors(error.problem)).map((path) => path.split(".")[0]);
  return placedBlocks(document).find(({ block }) => places.includes(block.id))?.block.id ?? null;
}

/**
 * Saves and publishes the page, and shows the outcome as a notification. A block with a validation error is selected.
 */
export function usePublish(save: () => Promise<boolean>): { publish: () => void; isPublishing: boolean } {
  const website = useWebsite();
  const toast = useToast();
  const store = useStore<EditorRoot>();
  const dispatch = useDispatch();
  const [publishPage] = usePublishPageMutation();
  const [isPublishing, setPublishing] = useState(false);
  const saveAndPublish = useCallback(async () => {
    setPublishing(true);
    const isSaved = await save();
    const open = selectOpenPage(store.getState());
    if (isSaved && open !== null) {
      const outcome = await publishPage({ websiteId: website.id, pageId: open.pageId, revision: open.revision });
      if (outcome.data) toast.success(t`Published. Visitors see this page now.`);
      else if (errorStatus(outcome.error) === 412)
        toast.error(t`Someone has just changed this page. Check the changes, then publish again.`);
      else {
        const id = refusedBlock(outcome.error, open.draft.document);
        if (id !== null) dispatch(selected(open.pageId, { type: "block", id }));
        toast.error(errorText(outcome.error));
      }
    }
    setPublishing(false);
  }, [dispatch, publishPage, save, store, toast, website.id]);
  const publish = useCallback(() => void saveAndPublish(), [saveAndPublish]);
  return { publish, isPublishing };
}
