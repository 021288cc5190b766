import { useCallback, useEffect, useRef } from "react";
import { useDispatch, useStore } from "react-redux";
import { errorStatus, isApiError, type ApiError } from "@/shared/api/api-error";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { fieldErrors } from "@stoa/api/problem";
import { useSavePageMutation } from "../api";
import { draftSaved, savingChanged, selectOpenPage, type EditorRoot, type Saving } from "../slice";
import { useEditable, useOpenPage } from "./use-open-page";

const pause = 1000;
const offlinePause = 5000;

function savingAfter(error: unknown): Saving {
  if (!isApiError(error)) return { kind: "refused", message: errorText(error), errors: {} };
  if (error.kind === "network" || isPassing(error)) return { kind: "offline" };
  if (errorStatus(error) === 412) return { kind: "conflict" };
  const errors = error.kind === "problem" ? fieldErrors(error.problem) : {};
  return { kind: "refused", message: errorText(error), errors };
}

function isPassing(error: ApiError): boolean {
  const status = errorStatus(error);
  return status !== null && (status === 429 || status >= 500);
}

/**
 * Saves the draft once the typing pauses, one call at a time. Gives back a function that saves
 * what is unsaved at once and tells whether everything is saved after it.
 */
export function useAutosave(): () => Promise<boolean> {
  const website = useWebsite();
  const editable = useEditable();
  const store = useStore<EditorRoot>();
  const dispatch = useDispatch();
  const [savePage] = useSavePageMutation();
  const underWay = useRef<Promise<boolean> | null>(null);
  const { history, saved, saving } = useOpenPage();
  const dirty = history.present !== saved;

  const saveOnce = useCallback(async (): Promise<boolean> => {
    const open = selectOpenPage(store.getState());
    if (open === null || open.history.present === open.saved) return true;
    const draft = open.history.present;
    dispatch(savingChanged({ kind: "saving" }));
    const outcome = await savePage({
      websiteId: website.id,
      pageId: open.pageId,
      revision: open.revision,
      change: draft,
    });
    if (outcome.data === undefined) {
      dispatch(savingChanged(savingAfter(outcome.error)));
      return false;
    }
    dispatch(draftSaved({ draft, revision: outcome.data.revision }));
    return true;
  }, [dispatch, savePage, store, website.id]);

  const save = useCallback((): Promise<boolean> => {
    const previous = underWay.current ?? Promise.resolve(true);
    const next = previous.then(() => saveOnce());
    underWay.current = next;
    return next;
  }, [saveOnce]);

  useEffect(() => {
    if (!editable || !dirty) return undefined;
    switch (saving.kind) {
      case "idle": {
        const timer = setTimeout(() => void save(), pause);
        return () => clearTimeout(timer);
      }
      case "offline": {
        const timer = setTimeout(() => void save(), offlinePause);
        return () => clearTimeout(timer);
      }
      case "saving":
      case "conflict":
      case "refused":
        return undefined;
    }
  }, [editable, dirty, history.present, saving.kind, save]);

  return save;
}
