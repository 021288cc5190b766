import { plural, t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import FileUploadOutlined from "@mui/icons-material/FileUploadOutlined";
import { useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { Page } from "@/shared/ui/page";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import {
  useImportTranslationsMutation,
  useListTranslationLanguagesQuery,
  type FileFormat,
  type ImportOutcome,
} from "../api";
import { ImportPreview } from "../components/import-preview";
import { LanguageChoice } from "../components/language-choice";

/** Maximum file size that the server accepts. */
const MAX_BYTES = 5 * 1024 * 1024;

interface CheckedFile {
  file: File;
  format: FileFormat;
  outcome: ImportOutcome;
}

function formatOf(file: File): FileFormat {
  return /\.(?:csv|txt)$/i.test(file.name) ? "csv" : "xliff";
}

/** Import of a file with translations: shows what would change before it does. */
export function TranslationsImportPage() {
  const website = useWebsite();
  const navigate = useNavigate();
  const toast = useToast();
  const [wanted, setWanted] = useSearchParams();
  const input = useRef<HTMLInputElement>(null);
  const languages = useListTranslationLanguagesQuery({ websiteId: website.id });
  const [run, running] = useImportTranslationsMutation();
  const [checked, setChecked] = useState<CheckedFile | null>(null);
  const [error, setError] = useState<string | null>(null);
  const language = languages.data?.find(({ code }) => code === wanted.get("language")) ?? languages.data?.[0];
  const list = `/sites/${website.id}/settings/translations?language=${language?.code ?? ""}`;
  const check = async (file: File, code: string): Promise<void> => {
    setChecked(null);
    setError(null);
    if (file.size > MAX_BYTES) return setError(t`The file is larger than 5 MB. Split it and upload the parts.`);
    const format = formatOf(file);
    const answer = await run({ websiteId: website.id, language: code, format, dryRun: true, file });
    if (answer.error !== undefined) return setError(errorText(answer.error));
    setChecked({ file, format, outcome: answer.data });
  };
  const apply = async ({ file, format }: CheckedFile, code: string): Promise<void> => {
    setError(null);
    const answer = await run({ websiteId: website.id, language: code, format, dryRun: false, file });
    if (answer.error !== undefined) return setError(errorText(answer.error));
    const { added, changed, originalChanged } = answer.data;
    const total = added + changed + originalChanged;
    toast.success(plural(total, { one: "# text imported", other: "# texts imported" }));
    void navigate(list);
  };
  const choose = (
    <Button
      variant={checked ? "outlined" : "contained"}
      color={checked ? "inherit" : "primary"}
      startIcon={<FileUploadOutlined />}
      onClick={() => input.current?.click()}
    >
      {checked ? t`Choose another file` : t`Choose a file`}
    </Button>
  );
  return (
    <Page
      title={t`Import translations`}
      description={t`Export the texts, have them translated, and upload the file here.`}
      back={{ to: list, label: t`Translations` }}
      actions={checked ? choose : undefined}
    >
      {languages.isError && (
        <Card flush>
          <ErrorState error={languages.error} onRetry={() => void languages.refetch()} />
        </Card>
      )}
      {languages.isLoading && <LoadingRows />}
      {language && (
        <>
          <input
            ref={input}
            type="file"
            accept=".xlf,.xliff,.xml,.csv,.txt,text/csv,text/plain,application/xliff+xml"
            hidden
            aria-label={t`File with translations`}
            onChange={(event) => {
              const file = event.target.files?.[0];
              event.target.value = "";
              if (file) void check(file, language.code);
            }}
          />
          <LanguageChoice
            languages={languages.data ?? []}
            value={language.code}
            onChange={(code) => {
              setWanted({ language: code }, { replace: true });
              setChecked(null);
            }}
          />
          {error !== null && (
            <Alert severity="error" sx={{ mb: 2 }}>
              {error}
            </Alert>
          )}
          {running.isLoading && checked === null && (
            <Card flush>
              <LoadingRows />
            </Card>
          )}
          {!running.isLoading && checked === null && (
            <Card flush>
              <EmptyState
                title={t`Review the changes before they are saved`}
                icon={<FileUploadOutlined />}
                action={choose}
              >
                {t`An XLIFF 2.0 or CSV file in UTF-8 that was exported here, at most 5 MB.`}
              </EmptyState>
            </Card>
          )}
          {checked !== null && (
            <ImportPreview
              name={checked.file.name}
              outcome={checked.outcome}
              busy={running.isLoading}
              onApply={() => void apply(checked, language.code)}
            />
          )}
        </>
      )}
    </Page>
  );
}
