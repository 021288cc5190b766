import { createSlice, type CaseReducer, type PayloadAction } from "@reduxjs/toolkit";
import type { Page } from "./api";
import { documentIn, type PageDocument } from "@/shared/page-document/document";
import type { Remark } from "@/shared/document-rules/rules";

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
  /** Saved, but what is named here keeps the page from being published. */
  | { kind: "flawed"; errors: Record<string, string> }
  | { kind: "refused"; message: string; errors: Record<string, string> }
  /** What was not sent yet: nothing, still being written down, kept by the browser, or lost with the tab. */
  | { kind: "offline"; edits: "none" | "typed" | "kept" | "unkept" };

/** An other editor that has the page open, and who works in it. */
export interface Person {
  client: string;
  name: string;
  /** Whether it is the same account, in another tab or browser. */
  isOwn: boolean;
}

/** Something about editing together that a person should know. */
export interface Notice {
  id: number;
  /** `lost` and `overwrote` are about one's own changes, `overwritten` about somebody else's change over them. */
  kind: "lost" | "overwrote" | "overwritten";
  /** Who else was at it; null when that is not known. */
  name: string | null;
  remark: Remark;
}

/** What an editor left in this browser that is gone, and the server does not take. */
export interface LeftBehind {
  client: string;
  /** Why it is not taken. */
  message: string;
  /** What was written in it. */
  words: string;
}

/** What the exchange with the server makes known. */
export interface Synced {
  draft: Draft;
  revision: number;
  /** Whether the server does not have all of the draft yet. */
  unsaved: boolean;
  canUndo: boolean;
  canRedo: boolean;
}

/** The page open in the editor. */
export interface OpenPage extends Synced {
  pageId: string;
  /** The edit just made: edits of one setting that follow each other quickly are one step. */
  lastEdit: { key: string | null; at: number };
  selection: Selection;
  saving: Saving;
  people: Person[];
  notices: Notice[];
  leftBehind: LeftBehind[];
}

export interface EditorState {
  open: OpenPage | null;
}

/** The part of the store the editor reads. */
export interface EditorRoot {
  editor: EditorState;
}

/** The draft in an answer, or null when its shape is none we know. */
export function draftOf(page: Page): Draft | null {
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

/** An action names its page: one that comes late is not taken for the page that is open by then. */
function ofPage<T>(change: (open: OpenPage, payload: T) => OpenPage) {
  const reducer: CaseReducer<EditorState, PayloadAction<T, string, { pageId: string }>> = (state, { payload, meta }) => {
    const { open } = state as EditorState;
    return open?.pageId === meta.pageId ? { open: change(open, payload) } : (state as EditorState);
  };
  return { prepare: (pageId: string, payload: T) => ({ payload, meta: { pageId } }), reducer };
}

/** A change of the draft; those with the same key that follow each other quickly are one step of the history. */
interface DraftChange {
  draft: Draft;
  key: string | null;
  at: number;
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
          draft,
          revision: page.revision,
          unsaved: false,
          canUndo: false,
          canRedo: false,
          lastEdit: { key: null, at: 0 },
          selection: { type: "page" },
          saving: { kind: "idle" },
          people: [],
          notices: [],
          leftBehind: [],
        },
      };
    },
    pageClosed: (): EditorState => ({ open: null }),
    draftChanged: {
      ...ofPage<DraftChange>((open, { draft, key, at }) => ({ ...open, draft, unsaved: true, lastEdit: { key, at } })),
      prepare: (pageId: string, draft: Draft, key: string | null = null) => ({
        payload: { draft, key, at: Date.now() },
        meta: { pageId },
      }),
    },
    /** The draft and what goes with it, after steps were made here or elsewhere. */
    synced: ofPage<Synced>((open, synced) => ({ ...open, ...synced })),
    selected: ofPage<Selection>((open, selection) => ({ ...open, selection })),
    savingChanged: ofPage<Saving>((open, saving) => ({ ...open, saving })),
    peopleChanged: ofPage<Person[]>((open, people) => ({ ...open, people })),
    leftBehindChanged: ofPage<LeftBehind[]>((open, leftBehind) => ({ ...open, leftBehind })),
    noticesAdded: ofPage<Notice[]>((open, added) => ({ ...open, notices: [...open.notices, ...added].slice(-5) })),
    noticeDismissed: ofPage<number>((open, dismissed) => ({ ...open, notices: open.notices.filter(({ id }) => id !== dismissed) })),
  },
});

export const {
  pageOpened,
  pageClosed,
  draftChanged,
  synced,
  selected,
  savingChanged,
  peopleChanged,
  leftBehindChanged,
  noticesAdded,
  noticeDismissed,
} = slice.actions;
export const editorReducer = slice.reducer;

export const selectOpenPage = (root: EditorRoot): OpenPage | null => root.editor.open;
