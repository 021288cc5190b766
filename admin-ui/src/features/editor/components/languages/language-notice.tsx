import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { Link } from "react-router";
import { useWebsite } from "@/shared/session/hooks";
import type { Page } from "../../api";
import { findBlock, findSection } from "../../document/find";
import { isShownIn, isWrittenFor } from "../../document/languages";
import { useLanguageView, useSiteLanguages } from "../../hooks/use-languages";
import { useDraft, useOpenPage } from "../../hooks/use-open-page";

/** The screen with the translations of a page, at a block of it if one is given. Items have ids of their own there. */
function translationsOf({ id, kind }: Pick<Page, "id" | "kind">, language: string, blockId: string | null): string {
  if (kind === "item") return `settings/translations?language=${language}&kind=post`;
  return `settings/translations/${language}/page/${id}${blockId === null ? "" : `?block=${blockId}`}`;
}

/** Above the settings while the page is shown in a language: what is selected there, and its translation. */
export function LanguageNotice({ page }: { page: Page }) {
  const website = useWebsite();
  const languages = useSiteLanguages();
  const { language, show } = useLanguageView();
  const selection = useOpenPage(({ selection }) => selection);
  const { document } = useDraft();
  const shown = languages.find(({ code }) => code === language);
  if (shown === undefined) return null;
  const { code, name } = shown;
  const block = selection.type === "block" ? findBlock(document, selection.id) : null;
  const section = selection.type === "section" ? findSection(document, selection.id)?.section : block?.section;
  const parts = [section, block?.block].filter((part) => part !== undefined);
  const isShown = parts.every((part) => isShownIn(part, code));
  const isTranslated = isShown && !shown.isPrimary && !parts.some((part) => isWrittenFor(part, code));
  const translations = translationsOf(page, code, block?.block.id ?? null);
  return (
    <Alert severity={isShown ? "info" : "warning"} sx={{ mb: 2.25 }}>
      {isShown
        ? t`The saved draft as visitors see it in ${name}. To change blocks, go back to editing.`
        : t`This part is not shown in ${name}.`}
      <Stack direction="row" sx={{ mt: 1, gap: 1, flexWrap: "wrap" }}>
        {isTranslated && (
          <Button
            size="small"
            color="inherit"
            variant="outlined"
            component={Link}
            to={`/sites/${website.id}/${translations}`}
          >
            {block === null ? t`Translate this page` : t`Translate this block`}
          </Button>
        )}
        <Button size="small" color="inherit" onClick={() => show(null)}>{t`Back to editing`}</Button>
      </Stack>
    </Alert>
  );
}
