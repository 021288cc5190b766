import { t } from "@lingui/core/macro";
import type { ImportFormat } from "../ui/import-frame";
import type { CatalogueFormat } from "./formats-api";

/** Distinguishes a format of a plugin from others. */
export function formatKey({ pluginId, name }: CatalogueFormat): string {
  return `${pluginId} ${name}`;
}

/** A format of a plugin on the screen of an import; `hint` says what a file must be like. */
export function importFormatOf(format: CatalogueFormat, hint: string): ImportFormat {
  return {
    key: formatKey(format),
    title: format.title,
    accept: `.${format.extension},.txt`,
    fileLabel: t`File in the format ${{ title: format.title }}`,
    hint,
  };
}
