import { t } from "@lingui/core/macro";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { FormDialog } from "@/shared/form/form-dialog";
import { errorText } from "@/shared/i18n/error-text";
import { saveObject } from "@/shared/ui/save-file";
import { useWebsite } from "@/shared/session/hooks";
import { useExportTranslationsMutation, type FileFormat, type SiteLanguage } from "../api";

const extensions: Record<FileFormat, string> = { xliff: "xlf", csv: "csv" };

interface ExportDialogProps {
  language: SiteLanguage;
  onClose: () => void;
}

/** Saves all texts with their translations in a file. */
export function ExportDialog({ language, onClose }: ExportDialogProps) {
  const website = useWebsite();
  const [exportTranslations, { isLoading }] = useExportTranslationsMutation();
  const [format, setFormat] = useState<FileFormat>("xliff");
  const [unfinished, setUnfinished] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const save = async (): Promise<void> => {
    setError(null);
    const outcome = await exportTranslations({ websiteId: website.id, language: language.code, format, unfinished });
    if (outcome.error !== undefined) return setError(errorText(outcome.error));
    saveObject(outcome.data, `translations-${language.code}.${extensions[format]}`);
    onClose();
  };
  return (
    <FormDialog
      title={t`Export ${{ name: language.name }}`}
      intro={t`A file for translators, which can be imported again.`}
      error={error}
      submitLabel={t`Export`}
      busy={isLoading}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2 }}>
        <TextField
          select
          label={t`Format`}
          value={format}
          onChange={(event) => setFormat(event.target.value === "csv" ? "csv" : "xliff")}
        >
          <MenuItem value="xliff">{t`XLIFF 2.0, for translation programs`}</MenuItem>
          <MenuItem value="csv">{t`CSV, for spreadsheets`}</MenuItem>
        </TextField>
        <FormControlLabel
          control={<Switch checked={unfinished} onChange={(_, checked) => setUnfinished(checked)} />}
          label={t`Only missing and outdated texts`}
        />
      </Stack>
    </FormDialog>
  );
}
