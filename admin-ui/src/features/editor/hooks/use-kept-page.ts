import { useEffect } from "react";
import { useDispatch, useSelector } from "react-redux";
import { api } from "@/shared/api/base-api";
import type { AppDispatch } from "@/shared/api/dispatch";
import { keepPage, type PageRef } from "../api";
import { selectOpenPage } from "../slice";

/** Keeps what is remembered of the page, and of the list of pages, true to what the editor has saved. */
export function useKeptPage({ websiteId, pageId }: PageRef): void {
  const dispatch = useDispatch<AppDispatch>();
  const open = useSelector(selectOpenPage);
  const isSaved = open !== null && open.pageId === pageId && !open.unsaved;
  const draft = isSaved ? open.draft : null;
  const revision = open?.revision ?? 0;
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
