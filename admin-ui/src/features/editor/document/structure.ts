import type { Block, Column, PageDocument, Row, Section } from "@/shared/page-document/document";

/** Whether both lists hold the same items; identical objects are not compared in depth. */
function sameList<T>(left: T[], right: T[], same: (left: T, right: T) => boolean): boolean {
  return (
    left.length === right.length && left.every((one, index) => one === right[index] || same(one, right[index] as T))
  );
}

const sameBlock = (left: Block, right: Block) =>
  left.id === right.id &&
  left.kind === right.kind &&
  left.devices === right.devices &&
  left.languages === right.languages;

const sameColumn = (left: Column, right: Column) =>
  left.span === right.span && sameList(left.blocks, right.blocks, sameBlock);

const sameRow = (left: Row, right: Row) =>
  left.id === right.id && left.devices === right.devices && sameList(left.columns, right.columns, sameColumn);

const sameSection = (left: Section, right: Section) =>
  left.id === right.id &&
  left.settings === right.settings &&
  left.devices === right.devices &&
  left.languages === right.languages &&
  sameList(left.rows, right.rows, sameRow);

/** Whether the pages differ at most in block settings, as they do after each keystroke in a block. */
export function sameStructure(left: PageDocument, right: PageDocument): boolean {
  return sameList(left.sections, right.sections, sameSection);
}
