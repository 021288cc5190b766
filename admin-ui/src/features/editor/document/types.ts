import { t } from "@lingui/core/macro";

/** A place for a block: before the block that currently has this index. */
export interface Place {
  rowId: string;
  column: number;
  index: number;
}

/** Where to insert a block: an existing place, or a new section for it. */
export type Room = { kind: "block"; place: Place } | { kind: "section"; index: number };

/** Maximum number of blocks in one document. */
export const blockLimit = 60;

/** Message when another block would exceed the limit. */
export const limitReached = () => t`You have reached the limit of ${blockLimit} blocks.`;
