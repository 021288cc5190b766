import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import FileUploadOutlined from "@mui/icons-material/FileUploadOutlined";
import TranslateOutlined from "@mui/icons-material/TranslateOutlined";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { Page } from "@/shared/ui/page";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useListTranslationLanguagesQuery, type TranslationState } from "../api";
import { ExportDialog } from "../components/export-dialog";
import { LanguageChoice } from "../components/language-choice";
import { KindProgressList } from "../components/kind-progress";
import { ResourceList } from "../components/resource-list";
import { isKind, stateLabels } from "../translation-text";

function isState(text: string): text is TranslationState {
  return text in stateLabels;
}

/** What is translated into a language of the site, and what is not. */
export function TranslationsPage() {
  const website = useWebsite();
  const mayChange = usePermission("content", "write");
  const [wanted, setWanted] = useSearchParams();
  const [exporting, setExporting] = useState(false);
  const languages = useListTranslationLanguagesQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  const named = wanted.get("kind") ?? undefined;
  const kind = isKind(named) ? named : "page";
  const state = wanted.get("state") ?? "";
  const language = languages.data?.find(({ code }) => code === wanted.get("language")) ?? languages.data?.[0];
  const set = (name: string, value: string) =>
    setWanted(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === "") next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const screen = `/sites/${website.id}/settings/translations`;
  return (
    <Page
      title={t`Translations`}
      description={t`What visitors read in the other languages of the site. A text without a translation is shown in the original.`}
      back={{ to: `/sites/${website.id}/settings`, label: t`Settings` }}
      actions={
        language && (
          <>
            <Button variant="outlined" color="inherit" onClick={() => setExporting(true)}>
              {t`Export`}
            </Button>
            {mayChange && (
              <Button
                component={Link}
                to={`${screen}/import?language=${language.code}`}
                variant="outlined"
                color="inherit"
                startIcon={<FileUploadOutlined />}
              >
                {t`Import`}
              </Button>
            )}
          </>
        )
      }
    >
      {languages.isLoading && (
        <Card flush>
          <LoadingRows />
        </Card>
      )}
      {languages.isError && (
        <Card flush>
          <ErrorState
            title={t`The languages could not be loaded`}
            error={languages.error}
            onRetry={() => void languages.refetch()}
          />
        </Card>
      )}
      {languages.data?.length === 0 && (
        <Card flush>
          <EmptyState
            title={t`The site has one language`}
            icon={<TranslateOutlined />}
            action={
              <Button component={Link} to={`/sites/${website.id}/settings/languages`} variant="contained">
                {t`Add a language`}
              </Button>
            }
          >
            {t`Add the languages that your visitors read. Then you can translate pages, products and everything else here.`}
          </EmptyState>
        </Card>
      )}
      {language && (
        <>
          <LanguageChoice
            languages={languages.data ?? []}
            value={language.code}
            onChange={(code) => set("language", code)}
          />
          <KindProgressList language={language.code} kind={kind} onChange={(next) => set("kind", next)} />
          <ResourceList
            language={language.code}
            kind={kind}
            state={isState(state) ? state : ""}
            onState={(next) => set("state", next)}
          />
          {exporting && <ExportDialog language={language} onClose={() => setExporting(false)} />}
        </>
      )}
    </Page>
  );
}
