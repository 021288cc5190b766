import { t } from "@lingui/core/macro";
import type { Direction } from "./tree";

/** How rows of the navigation are moved, in menus and with Alt and an arrow key. */
export const moves: readonly { direction: Direction; label: string; key: string }[] = [
  {
    direction: "up",
    get label() {
      return t`Move up`;
    },
    key: "ArrowUp",
  },
  {
    direction: "down",
    get label() {
      return t`Move down`;
    },
    key: "ArrowDown",
  },
  {
    direction: "in",
    get label() {
      return t`Move into the folder above`;
    },
    key: "ArrowRight",
  },
  {
    direction: "out",
    get label() {
      return t`Move out of the folder`;
    },
    key: "ArrowLeft",
  },
];
