import { createSlice, type CaseReducer, type PayloadAction } from "@reduxjs/toolkit";
import type { Page } from "./api";
import { documentIn, type PageDocument } from "@/shared/page-document/document";
import type { Remark } from "@/shared/document-rules/rules";

/** What is edited: the document and the page's texts, such as its title. */
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
  /** Saved, but these validation errors prevent publishing. */
  | { kind: "flawed"; errors: Record<string, string> }
  | { kind: "refused"; message: string; errors: Record<string, string> }
  /** State of the unsent edits: none, still being typed, stored by the browser, or lost if the tab closes. */
  | { kind: "offline"; edits: "none" | "typed" | "kept" | "unkept" };

/** Another editor that has the page open, and its user. */
export interface Person {
  client: string;
  name: string;
  /** Whether it is the same account, in another tab or browser. */
  isOwn: boolean;
}

/** A notice about concurrent edits. */
export interface Notice {
  id: number;
  /** `lost` and `overwrote` are about one's own changes, `overwritten` about another user's change over them. */
  kind: "lost" | "overwrote" | "overwritten";
  /** The other user; null if unknown. */
  name: string | null;
  remark: Remark;
}

/** Steps that a closed editor left in this browser and the server refuses. */
export interface OrphanedEdits {
  client: string;
  /** Why they are refused. */
  message: string;
  /** Text that they contain. */
  words: string;
}

/** State reported by the sync session. */
export interface Synced {
  draft: Draft;
  revision: number;
  /** Whether the server lacks part of the draft. */
  unsaved: boolean;
  canUndo: boolean;
  canRedo: boolean;
}

/** The page open in the editor. */
export interface OpenPage extends Synced {
  pageId: string;
  /** Template name of the theme area; null for pages and items. */
  areaId: string | null;
  /** The last edit: edits of one setting in quick succession form one step. */
  lastEdit: { key: string | null; at: number };
  selection: Selection;
  saving: Saving;
  people: Person[];
  notices: Notice[];
  orphanedEdits: OrphanedEdits[];
}

export interface EditorState {
  open: OpenPage | null;
}

/** The part of the store that the editor reads. */
export interface EditorRoot {
  editor: EditorState;
}

/** The draft in a response, or null if its shape is unknown. */
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

/** An action carries its page id: a late one is not applied to the page that is open by then. */
function ofPage<T>(change: (open: OpenPage, payload: T) => OpenPage) {
  const reducer: CaseReducer<EditorState, PayloadAction<T, string, { pageId: string }>> = (
    state,
    { payload, meta },
  ) => {
    const { open } = state as EditorState;
    return open?.pageId === meta.pageId ? { open: change(open, payload) } : (state as EditorState);
  };
  return { prepare: (pageId: string, payload: T) => ({ payload, meta: { pageId } }), reducer };
}

/** A change of the draft; changes with the same key in quick succession form one undo step. */
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
          areaId: page.kind === "area" ? page.urlId : null,
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
          orphanedEdits: [],
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
    /** The draft and its state, after local or remote steps. */
    synced: ofPage<Synced>((open, synced) => ({ ...open, ...synced })),
    selected: ofPage<Selection>((open, selection) => ({ ...open, selection })),
    savingChanged: ofPage<Saving>((open, saving) => ({ ...open, saving })),
    peopleChanged: ofPage<Person[]>((open, people) => ({ ...open, people })),
    orphanedEditsChanged: ofPage<OrphanedEdits[]>((open, orphanedEdits) => ({ ...open, orphanedEdits })),
    noticesAdded: ofPage<Notice[]>((open, added) => ({ ...open, notices: [...open.notices, ...added].slice(-5) })),
    noticeDismissed: ofPage<number>((open, dismissed) => ({
      ...open,
      notices: open.notices.filter(({ id }) => id !== dismissed),
    })),
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
  orphanedEditsChanged,
  noticesAdded,
  noticeDismissed,
} = slice.actions;
export const editorReducer = slice.reducer;

export const selectOpenPage = (root: EditorRoot): OpenPage | null => root.editor.open;
