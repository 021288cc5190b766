import { t } from "@lingui/core/macro";
import type { ShownIn } from "@/shared/page-document/document";
import { displayName, uiLocale } from "@/shared/i18n/format";
import { ruleOf } from "../../document/languages";

/** In which languages a part is shown, such as "Only in French"; null if in all. */
export function languageMark(languages: ShownIn | undefined): string | null {
  const { rule, tags } = ruleOf(languages === undefined ? {} : { languages });
  if (rule === "all") return null;
  const list = new Intl.ListFormat(uiLocale(), { type: "conjunction" });
  const names = list.format(tags.map((tag) => displayName("language", tag)));
  return rule === "only" ? t`Only in ${names}` : t`Not in ${names}`;
}
