import { t } from "@lingui/core/macro";

/** Nouns for the items of a collection type. */
export interface ItemNouns {
  one: string;
  several: string;
  /** With its article. */
  new: string;
}

const post: ItemNouns = {
  get one() {
    return t`post`;
  },
  get several() {
    return t`posts`;
  },
  get new() {
    return t`New post`;
  },
};
const words: Record<string, ItemNouns> = {
  events: {
    get one() {
      return t`event`;
    },
    get several() {
      return t`events`;
    },
    get new() {
      return t`New event`;
    },
  },
  portfolio: {
    get one() {
      return t`project`;
    },
    get several() {
      return t`projects`;
    },
    get new() {
      return t`New project`;
    },
  },
};

export function itemNounsOf(collectionType: string | undefined): ItemNouns {
  return words[collectionType ?? ""] ?? post;
}
