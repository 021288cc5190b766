import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import {
  draftChanged,
  draftOf,
  editorReducer,
  noticesAdded,
  pageOpened,
  peopleChanged,
  savingChanged,
  selected,
  synced,
} from "./slice";

it("ignores actions for another page", () => {
  const [first, second] = backEnd.pages;
  if (first === undefined || second === undefined) throw new Error("the sample has two pages");
  const open = editorReducer({ open: null }, pageOpened(second));
  const draft = draftOf(first);
  if (draft === null) throw new Error("the sample can be edited");
  const late = [
    synced(first.id, { draft, revision: 99, unsaved: true, canUndo: true, canRedo: true }),
    draftChanged(first.id, draft),
    selected(first.id, { type: "section", id: "elsewhere" }),
    savingChanged(first.id, { kind: "saving" }),
    peopleChanged(first.id, [{ client: "bo", name: "Bo", isOwn: false }]),
    noticesAdded(first.id, [{ id: 1, kind: "lost", name: null, remark: { kind: "gone", id: "b", path: [] } }]),
  ];
  expect(late.reduce(editorReducer, open)).toEqual(open);
  expect(editorReducer(open, draftChanged(second.id, draft)).open?.draft).toEqual(draft);
});
