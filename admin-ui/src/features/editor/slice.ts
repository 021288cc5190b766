import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { Page } from "./api";
import { documentIn, type PageDocument } from "@/shared/page-document/document";
import { amend, redo, startHistory, undo, type History } from "./history";

/** What is edited: the document and the words about the page. */
export interface Draft {
  document: PageDocument;
  title: string;
  navigationTitle: string;
  seoTitle: string;
  seoDescription: string;
}

export type Selection = { type: "page" } | { type: "section"; id: string } | { type: "block"; id: string };

export type Saving =
  | { kind: "idle" }
  | { kind: "saving" }
  | { kind: "conflict" }
  | { kind: "refused"; message: string; errors: Record<string, string> }
  | { kind: "offline" };

/** The page open in the editor. */
export interface OpenPage {
  pageId: string;
  history: History<Draft>;
  /** The draft the server has; equal by reference to the present one when nothing is unsaved. */
  saved: Draft;
  revision: number;
  selection: Selection;
  saving: Saving;
}

export interface EditorState {
  open: OpenPage | null;
}

/** The part of the store the editor reads. */
export interface EditorRoot {
  editor: EditorState;
}

function draftOf(page: Page): Draft | null {
  const document = documentIn(page.document);
  if (document === null) return null;
  return {
    document,
    title: page.title,
    navigationTitle: page.navigationTitle,
    seoTitle: page.seoTitle,
    seoDescription: page.seoDescription,
  };
}

function withOpen(state: EditorState, change: (open: OpenPage) => OpenPage): EditorState {
  return state.open === null ? state : { open: change(state.open) };
}

const slice = createSlice({
  name: "editor",
  initialState: { open: null } as EditorState,
  reducers: {
    pageOpened: (_, { payload: page }: PayloadAction<Page>): EditorState => {
      const draft = draftOf(page);
      if (draft === null) return { open: null };
      return {
        open: {
          pageId: page.id,
          history: startHistory(draft),
          saved: draft,
          revision: page.revision,
          selection: { type: "page" },
          saving: { kind: "idle" },
        },
      };
    },
    pageClosed: (): EditorState => ({ open: null }),
    draftChanged: {
      /** Changes with the same key that follow each other quickly are one step of the history. */
      prepare: (draft: Draft, key: string | null = null) => ({ payload: { draft, key, at: Date.now() } }),
      reducer: (state, { payload }: PayloadAction<{ draft: Draft; key: string | null; at: number }>) =>
        withOpen(state as EditorState, (open) => ({
          ...open,
          history: amend(open.history, payload.draft, payload.key, payload.at),
          saving: open.saving.kind === "refused" ? { kind: "idle" } : open.saving,
        })),
    },
    undone: (state) => withOpen(state as EditorState, (open) => ({ ...open, history: undo(open.history) })),
    redone: (state) => withOpen(state as EditorState, (open) => ({ ...open, history: redo(open.history) })),
    selected: (state, { payload }: PayloadAction<Selection>) =>
      withOpen(state as EditorState, (open) => ({ ...open, selection: payload })),
    savingChanged: (state, { payload }: PayloadAction<Saving>) =>
      withOpen(state as EditorState, (open) => ({ ...open, saving: payload })),
    draftSaved: (state, { payload }: PayloadAction<{ draft: Draft; revision: number }>) =>
      withOpen(state as EditorState, (open) => ({
        ...open,
        saved: payload.draft,
        revision: payload.revision,
        saving: { kind: "idle" },
      })),
    /** Goes on from somebody else's revision, so that the next save replaces it. */
    revisionAdopted: (state, { payload }: PayloadAction<number>) =>
      withOpen(state as EditorState, (open) => ({ ...open, revision: payload, saving: { kind: "idle" } })),
  },
});

export const {
  pageOpened,
  pageClosed,
  draftChanged,
  undone,
  redone,
  selected,
  savingChanged,
  draftSaved,
  revisionAdopted,
} = slice.actions;
export const editorReducer = slice.reducer;

export const selectOpenPage = (root: EditorRoot): OpenPage | null => root.editor.open;
