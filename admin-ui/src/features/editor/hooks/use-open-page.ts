import { useMemo } from "react";
import { useDispatch, useSelector, useStore } from "react-redux";
import { usePermission } from "@/shared/session/hooks";
import type { PageDocument } from "@/shared/page-document/document";
import { sameStructure } from "../document/structure";
import {
  draftChanged,
  selected,
  selectOpenPage,
  type Draft,
  type EditorRoot,
  type OpenPage,
  type Selection,
} from "../slice";
import { useLanguageView } from "./use-languages";
import { useSession } from "./use-session";

/** A selector of the open page; only for descendants of the editor page, which waits until there is one. */
export function useOpenPage<T>(part: (open: OpenPage) => T, isSame?: (left: T, right: T) => boolean): T {
  return useSelector((root: EditorRoot) => {
    const open = selectOpenPage(root);
    if (open === null) throw new Error("no page is open");
    return part(open);
  }, isSame);
}

export function useDraft(): Draft {
  return useOpenPage(({ draft }) => draft);
}

/**
 * The structure of the page, for components that need not re-render on each keystroke: block settings may be older than
 * the draft.
 */
export function useStructure(): PageDocument {
  return useOpenPage(({ draft }) => draft.document, sameStructure);
}

/** Whether this user may edit the page; nobody may while it is shown in a language. */
export function useEditable(): boolean {
  const { language } = useLanguageView();
  return usePermission("content", "write") && language === null;
}

interface EditorActions {
  change: (document: PageDocument, key?: string) => void;
  changeDraft: (change: Partial<Draft>, key?: string) => void;
  select: (selection: Selection) => void;
  undo: () => void;
  redo: () => void;
}

/**
 * Actions of the open page. They read it when they are called, so they are stable while it is open; called later, when
 * another page may be open, they do nothing.
 */
export function useEditorActions(): EditorActions {
  const store = useStore<EditorRoot>();
  const dispatch = useDispatch();
  const session = useSession();
  const pageId = useOpenPage(({ pageId }) => pageId);
  return useMemo(() => {
    const draftNow = () => {
      const open = selectOpenPage(store.getState());
      return open?.pageId === pageId ? open.draft : undefined;
    };
    const changeDraft: EditorActions["changeDraft"] = (change, key) => {
      const draft = draftNow();
      if (draft !== undefined) dispatch(draftChanged(pageId, { ...draft, ...change }, key ?? null));
    };
    return {
      changeDraft,
      change: (document, key) => {
        if (document !== draftNow()?.document) changeDraft({ document }, key);
      },
      select: (selection) => dispatch(selected(pageId, selection)),
      undo: () => session.undo(),
      redo: () => session.redo(),
    };
  }, [store, dispatch, session, pageId]);
}
