import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import { useDispatch, useStore } from "react-redux";
import type { PageDocument } from "@/shared/page-document/document";
import {
  duplicateBlock,
  duplicateSection,
  emptySection,
  insertBlock,
  insertSection,
  moveBlock,
  moveSection,
  removeBlock,
  removeSection,
  stepBlock,
} from "../document/operations";
import { countBlocks, findBlock, findSection, placedBlocks } from "../document/find";
import { newId } from "../document/ids";
import { blockLimit, limitReached, type Place, type Room } from "../document/types";
import { useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";
import { editorApi, type BlockKind } from "../api";
import { freshSettings } from "../schema/fresh-settings";
import { draftChanged, selected, selectOpenPage, type EditorRoot, type Selection } from "../slice";
import { noteUsedKind } from "../recent-kinds";
import { useOpenPage } from "./use-open-page";
import type { DropSpot } from "../components/canvas/geometry";

type ApiRoot = Parameters<ReturnType<typeof editorApi.endpoints.listCollectionTargets.select>>[0];

/**
 * The commands of the page, shared by pointer, keyboard and menus. They read the page when they run, so they are stable
 * objects while the editor is open and cause no re-render. They belong to that page: once another one is open they do
 * nothing.
 */
export interface Commands {
  select: (selection: Selection) => void;
  /** Selects the block before or after the selected one in reading order. */
  selectNext: (step: -1 | 1) => void;
  /** Selects the parent of the selection. */
  selectAround: () => void;
  move: (step: -1 | 1) => void;
  moveTo: (blockId: string, spot: DropSpot) => void;
  moveSectionTo: (sectionId: string, index: number) => void;
  /** Adds a block with the given settings. */
  put: (kind: BlockKind, settings: Record<string, unknown>, room: Room) => void;
  /** Adds a block after the selected one, at the end of the selected section, or at the end of the page. */
  addAfterSelection: (kind: BlockKind, settings?: Record<string, unknown>) => void;
  /** The insertion point after the selection. */
  roomAfterSelection: () => Room | null;
  addSection: () => void;
  duplicate: () => void;
  remove: () => void;
  change: (document: PageDocument) => void;
  read: () => { document: PageDocument; selection: Selection } | null;
}

/** The insertion point after the selection; a new section if the page has none. */
function roomAfter(document: PageDocument, selection: Selection): Room {
  if (selection.type === "block") {
    const found = findBlock(document, selection.id);
    if (found !== null) return { kind: "block", place: { ...found.place, index: found.place.index + 1 } };
  }
  const section =
    selection.type === "section" ? findSection(document, selection.id)?.section : document.sections.at(-1);
  const row = section?.rows.at(-1);
  const column = row?.columns.at(-1);
  if (row !== undefined && column !== undefined) {
    return { kind: "block", place: { rowId: row.id, column: row.columns.length - 1, index: column.blocks.length } };
  }
  return { kind: "section", index: document.sections.length };
}

function newSection(document: PageDocument, index: number): [PageDocument, Place] {
  const section = emptySection();
  return [insertSection(document, index, section), { rowId: section.rows[0]?.id ?? "", column: 0, index: 0 }];
}

/** The document with that insertion point, and the place in it. */
function placeIn(document: PageDocument, room: Room): [PageDocument, Place] {
  return room.kind === "block" ? [document, room.place] : newSection(document, room.index);
}

function sectionMoved(document: PageDocument, sectionId: string, index: number): PageDocument {
  const from = findSection(document, sectionId)?.index;
  if (from === undefined) return document;
  const steps = (index > from ? index - 1 : index) - from;
  let moved = document;
  for (let done = 0; done < Math.abs(steps); done += 1) moved = moveSection(moved, sectionId, steps < 0 ? -1 : 1);
  return moved;
}

/** The neighbour in reading order, which is selected when a block is removed. */
function beside(document: PageDocument, blockId: string): Selection {
  const blocks = placedBlocks(document);
  const index = blocks.findIndex(({ block }) => block.id === blockId);
  const next = blocks[index + 1] ?? blocks[index - 1];
  return next === undefined ? { type: "page" } : { type: "block", id: next.block.id };
}

export function useCommands(): Commands {
  const store = useStore<EditorRoot & ApiRoot>();
  const dispatch = useDispatch();
  const { id: websiteId } = useWebsite();
  const pageId = useOpenPage(({ pageId }) => pageId);
  const toast = useToast();
  return useMemo(() => {
    const open = () => {
      const page = selectOpenPage(store.getState());
      return page?.pageId === pageId ? page : null;
    };
    const pagesOf = editorApi.endpoints.listCollectionTargets.select({ websiteId });
    const read: Commands["read"] = () => {
      const page = open();
      return page === null ? null : { document: page.draft.document, selection: page.selection };
    };
    const select: Commands["select"] = (selection) => dispatch(selected(pageId, selection));
    const change: Commands["change"] = (document) => {
      const draft = open()?.draft;
      if (draft !== undefined && document !== draft.document) dispatch(draftChanged(pageId, { ...draft, document }));
    };
    const withPage = (run: (document: PageDocument, selection: Selection) => void) => {
      const page = read();
      if (page !== null) run(page.document, page.selection);
    };
    const put = (document: PageDocument, room: Room, kind: BlockKind, settings = kind.defaultSettings) => {
      const pages = pagesOf(store.getState());
      const block = { id: newId(), kind: kind.kind, settings: freshSettings(kind, settings, pages.data ?? []) };
      const [roomy, place] = placeIn(document, room);
      const changed = insertBlock(roomy, place, block);
      if (changed === roomy) {
        toast.error(
          countBlocks(document) >= blockLimit ? limitReached() : t`The position for it is no longer on the page.`,
        );
        return;
      }
      change(changed);
      select({ type: "block", id: block.id });
      noteUsedKind(websiteId, kind.kind);
    };
    const commands: Commands = {
      read,
      put: (kind, settings, room) => withPage((document) => put(document, room, kind, settings)),
      select,
      change,
      selectNext: (step) =>
        withPage((document, selection) => {
          const blocks = placedBlocks(document);
          const first =
            selection.type === "section" ? blocks.findIndex(({ section }) => section.id === selection.id) : 0;
          const index =
            selection.type === "block"
              ? blocks.findIndex(({ block }) => block.id === selection.id) + step
              : step === 1
                ? first
                : blocks.length - 1;
          const next = blocks[index];
          if (next !== undefined) select({ type: "block", id: next.block.id });
        }),
      selectAround: () =>
        withPage((document, selection) => {
          const section = selection.type === "block" ? findBlock(document, selection.id)?.section : undefined;
          select(section === undefined ? { type: "page" } : { type: "section", id: section.id });
        }),
      move: (step) =>
        withPage((document, selection) => {
          if (selection.type === "block") change(stepBlock(document, selection.id, step));
          if (selection.type === "section") change(moveSection(document, selection.id, step));
        }),
      moveTo: (blockId, spot) =>
        withPage((document) => {
          const [changed, place] = placeIn(document, spot);
          change(moveBlock(changed, blockId, place));
          select({ type: "block", id: blockId });
        }),
      moveSectionTo: (sectionId, index) =>
        withPage((document) => {
          change(sectionMoved(document, sectionId, index));
          select({ type: "section", id: sectionId });
        }),
      addAfterSelection: (kind, settings) =>
        withPage((document, selection) => put(document, roomAfter(document, selection), kind, settings)),
      roomAfterSelection: () => {
        const page = read();
        return page === null ? null : roomAfter(page.document, page.selection);
      },
      addSection: () =>
        withPage((document, selection) => {
          const section = emptySection();
          const id =
            selection.type === "block"
              ? findBlock(document, selection.id)?.section.id
              : selection.type === "section"
                ? selection.id
                : undefined;
          const index = id === undefined ? document.sections.length : (findSection(document, id)?.index ?? 0) + 1;
          change(insertSection(document, index, section));
          select({ type: "section", id: section.id });
        }),
      duplicate: () =>
        withPage((document, selection) => {
          if (selection.type === "page") return;
          const [changed, id] =
            selection.type === "block"
              ? duplicateBlock(document, selection.id)
              : duplicateSection(document, selection.id);
          if (changed === document) {
            const isThere =
              selection.type === "block" ? findBlock(document, selection.id) : findSection(document, selection.id);
            if (isThere !== null) toast.error(limitReached());
            return;
          }
          change(changed);
          select({ type: selection.type, id });
        }),
      remove: () =>
        withPage((document, selection) => {
          if (selection.type === "block") {
            select(beside(document, selection.id));
            change(removeBlock(document, selection.id));
          }
          if (selection.type === "section") {
            select({ type: "page" });
            change(removeSection(document, selection.id));
          }
        }),
    };
    return commands;
  }, [store, dispatch, websiteId, pageId, toast]);
}
