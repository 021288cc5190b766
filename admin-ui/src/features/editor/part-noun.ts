import { t } from "@lingui/core/macro";

const nouns: Readonly<Record<string, string>> = {
  get section() {
    return t`section`;
  },
  get row() {
    return t`row`;
  },
  get column() {
    return t`column`;
  },
  get block() {
    return t`block`;
  },
};

/** Noun for a part of a page, within a sentence. */
export function partNoun(type: string): string {
  return nouns[type] ?? t`part`;
}
