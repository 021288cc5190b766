import { useMemo } from "react";
import { useDispatch, useSelector } from "react-redux";
import { useMay } from "@/shared/session/hooks";
import type { PageDocument } from "@/shared/page-document/document";
import { draftChanged, selected, selectOpenPage, type Draft, type OpenPage, type Selection } from "../slice";
import { useSession } from "./use-session";

/** The open page; only for components below the editor's page, which waits until there is one. */
export function useOpenPage(): OpenPage {
  const open = useSelector(selectOpenPage);
  if (open === null) throw new Error("no page is open");
  return open;
}

export function useDraft(): Draft {
  return useOpenPage().draft;
}

/** Whether this person may change the page. */
export function useEditable(): boolean {
  return useMay("content", "write");
}

export interface EditorActions {
  change: (document: PageDocument, key?: string) => void;
  changeDraft: (change: Partial<Draft>, key?: string) => void;
  select: (selection: Selection) => void;
  undo: () => void;
  redo: () => void;
}

export function useEditorActions(): EditorActions {
  const dispatch = useDispatch();
  const session = useSession();
  const draft = useDraft();
  return useMemo(
    () => ({
      change: (document, key) => {
        if (document !== draft.document) dispatch(draftChanged({ ...draft, document }, key ?? null));
      },
      changeDraft: (change, key) => dispatch(draftChanged({ ...draft, ...change }, key ?? null)),
      select: (selection) => dispatch(selected(selection)),
      undo: () => session.undo(),
      redo: () => session.redo(),
    }),
    [dispatch, draft, session],
  );
}
