import { useEffect } from "react";
import { useDispatch, useSelector } from "react-redux";
import { api } from "@/shared/api/base-api";
import type { AppDispatch } from "@/shared/api/dispatch";
import { keepPage, type PageRef } from "../api";
import { selectOpenPage, type EditorRoot } from "../slice";

/** Keeps what is remembered of the page, and of the list of pages, true to what the editor has saved. */
export function useKeptPage({ websiteId, pageId }: PageRef): void {
  const dispatch = useDispatch<AppDispatch>();
  // What is not saved yet is nothing to be told of: the page is not looked at anew with each letter.
  const saved = (root: EditorRoot) => {
    const open = selectOpenPage(root);
    return open?.pageId === pageId && !open.unsaved ? open : null;
  };
  const draft = useSelector((root: EditorRoot) => saved(root)?.draft ?? null);
  const revision = useSelector((root: EditorRoot) => saved(root)?.revision ?? 0);
  useEffect(() => {
    if (draft !== null) dispatch(keepPage({ websiteId, pageId }, { ...draft, revision }));
  }, [dispatch, websiteId, pageId, draft, revision]);
  useEffect(
    () => () => {
      dispatch(api.util.invalidateTags([{ type: "Page", id: "LIST" }]));
    },
    [dispatch, pageId],
  );
}
