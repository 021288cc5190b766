import { useEffect } from "react";
import { useDispatch, useSelector } from "react-redux";
import { api } from "@/shared/api/base-api";
import type { AppDispatch } from "@/shared/api/dispatch";
import { updateCachedPage, type PageRef } from "../api";
import { selectOpenPage, type EditorRoot } from "../slice";

/** Keeps the cached page and page list in step with what the editor has saved. */
export function useSyncPageCache({ websiteId, pageId }: PageRef): void {
  const dispatch = useDispatch<AppDispatch>();
  // Unsaved changes do not count, so the cache is not updated on each keystroke.
  const saved = (root: EditorRoot) => {
    const open = selectOpenPage(root);
    return open?.pageId === pageId && !open.unsaved ? open : null;
  };
  const draft = useSelector((root: EditorRoot) => saved(root)?.draft ?? null);
  const revision = useSelector((root: EditorRoot) => saved(root)?.revision ?? 0);
  useEffect(() => {
    if (draft !== null) dispatch(updateCachedPage({ websiteId, pageId }, { ...draft, revision }));
  }, [dispatch, websiteId, pageId, draft, revision]);
  useEffect(
    () => () => {
      dispatch(api.util.invalidateTags([{ type: "Page", id: "LIST" }]));
    },
    [dispatch, pageId],
  );
}
