import { useMemo } from "react";
import { useLanguage } from "@/shared/i18n/use-language";
import { useWebsite } from "@/shared/session/hooks";
import { useListBlockKindsQuery, type BlockKind, type TemplateError } from "../api";
import type { Block } from "@/shared/page-document/document";
import { excerptOf } from "../schema/field";

export interface BlockKinds {
  all: BlockKind[];
  nameOf: (kind: string) => string;
  find: (kind: string) => BlockKind | null;
}

const none: BlockKind[] = [];

/** The block kinds of this site; empty while loading. */
export function useBlockKinds(): BlockKinds {
  const website = useWebsite();
  const { data } = useListBlockKindsQuery({ websiteId: website.id, language: useLanguage() });
  const all = data ?? none;
  return useMemo(() => {
    const find = (kind: string) => all.find((candidate) => candidate.kind === kind) ?? null;
    return { all, find, nameOf: (kind) => find(kind)?.name ?? kind };
  }, [all]);
}

const tellingSettings = ["heading", "title", "html", "quote", "label", "text", "formName"];

/** A short excerpt of the block's text, to tell it from others of its kind; the kind's name is left out. */
export function blockExcerpt(block: Block, kindName: string): string {
  for (const name of tellingSettings) {
    const excerpt = excerptOf(block.settings[name]);
    if (excerpt !== "" && excerpt !== kindName) return excerpt;
  }
  return "";
}

export function errorsOf(errors: TemplateError[], blockId: string): TemplateError[] {
  return errors.filter((error) => error.blockId === blockId);
}
