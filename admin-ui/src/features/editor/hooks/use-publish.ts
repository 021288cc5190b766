import { useCallback, useState } from "react";
import { useStore } from "react-redux";
import { errorStatus } from "@/shared/api/api-error";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";
import { usePublishPageMutation } from "../api";
import { selectOpenPage, type EditorRoot } from "../slice";

/** Saves the page and publishes it; what comes of it is told in a note. */
export function usePublish(save: () => Promise<boolean>): { publish: () => void; isPublishing: boolean } {
  const website = useWebsite();
  const toast = useToast();
  const store = useStore<EditorRoot>();
  const [publishPage] = usePublishPageMutation();
  const [isPublishing, setPublishing] = useState(false);
  const saveAndPublish = useCallback(async () => {
    setPublishing(true);
    const isSaved = await save();
    const open = selectOpenPage(store.getState());
    if (isSaved && open !== null) {
      const outcome = await publishPage({ websiteId: website.id, pageId: open.pageId, revision: open.revision });
      if (outcome.data) toast.say("Published. Visitors see this page now.");
      else if (errorStatus(outcome.error) === 412) toast.warn("Somebody has just changed this page. Look at it, then publish again.");
      else toast.warn(errorText(outcome.error));
    }
    setPublishing(false);
  }, [publishPage, save, store, toast, website.id]);
  const publish = useCallback(() => void saveAndPublish(), [saveAndPublish]);
  return { publish, isPublishing };
}
