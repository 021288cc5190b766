import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import IconButton from "@mui/material/IconButton";
import MenuItem from "@mui/material/MenuItem";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import ArrowDownward from "@mui/icons-material/ArrowDownward";
import ArrowUpward from "@mui/icons-material/ArrowUpward";
import TranslateOutlined from "@mui/icons-material/TranslateOutlined";
import { useState } from "react";
import { Link } from "react-router";
import { errorText } from "@/shared/i18n/error-text";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { ConfirmAction } from "@/shared/ui/confirm-action";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import {
  useListLanguagesQuery,
  useListOfferedLanguagesQuery,
  useReplaceLanguagesMutation,
  type Language,
  type LanguageChange,
} from "../api";
import { AddLanguage, nameOf } from "../components/add-language";
import { PreviewButton } from "../components/preview-button";

const change = ({ code, isPrimary, enabled, untranslated, custom }: Language): LanguageChange => ({
  code,
  isPrimary,
  enabled,
  untranslated,
  custom,
});

/** What visitors get from pages without a translation. */
const choices = {
  get show() {
    return t`Show the original`;
  },
  get hide() {
    return t`Hide, except posts and products`;
  },
} as const;

/** A change of the list. */
type Edit = (languages: Language[]) => LanguageChange[];

/** The list with a language moved by one place; the primary one stays the first. */
function moved(code: string, by: number): Edit {
  return (languages) => {
    const from = languages.findIndex((other) => other.code === code);
    const row = languages[from];
    const to = Math.max(from + by, 1);
    return (row === undefined ? languages : languages.toSpliced(from, 1).toSpliced(to, 0, row)).map(change);
  };
}

/** The list with a changed language. */
function edited(code: string, edit: Partial<LanguageChange>): Edit {
  return (languages) => languages.map((other) => ({ ...change(other), ...(other.code === code ? edit : {}) }));
}

/** The list without a language. */
function without(code: string): Edit {
  return (languages) => languages.filter((other) => other.code !== code).map(change);
}

/** The languages of a site. */
export function LanguagesPage() {
  const website = useWebsite();
  const toast = useToast();
  const mayChange = usePermission("content", "publish");
  const found = useListLanguagesQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  const offered = useListOfferedLanguagesQuery({ websiteId: website.id }, { skip: !mayChange });
  const [replace, replacing] = useReplaceLanguagesMutation();
  const [refused, setRefused] = useState<string | null>(null);
  const languages = found.data ?? [];
  /** Changes the list as it is now: someone else may have changed it since this page was opened. */
  const save = async (edit: Edit): Promise<void> => {
    const now = await found.refetch().unwrap();
    await replace({ websiteId: website.id, languages: edit(now) }).unwrap();
  };
  /** For actions without a dialog: the error is a message at the edge. */
  const saveOrTell = (edit: Edit, done: string): void => {
    save(edit).then(
      () => toast.success(done),
      (error: unknown) => toast.error(errorText(error)),
    );
  };
  const add = async (code: string): Promise<boolean> => {
    try {
      await save((now) => [...now.map(change), { code, isPrimary: false, enabled: false, custom: false }]);
      setRefused(null);
      return true;
    } catch (error) {
      setRefused(errorText(error));
      return false;
    }
  };
  const columns: Column<Language>[] = [
    { id: "name", header: t`Language`, main: true, cell: (language) => nameOf(language.code) },
    { id: "own", header: t`Name for visitors`, phone: "hidden", cell: (language) => language.name },
    {
      id: "address",
      header: t`Address`,
      cell: (language) => (language.isPrimary ? "/" : `/${language.code.toLowerCase()}`),
    },
    {
      id: "state",
      header: t`Visibility`,
      cell: (language) => (
        <Chip
          size="small"
          label={language.isPrimary ? t`Primary` : language.enabled ? t`Public` : t`Draft`}
          color={language.enabled ? "success" : "default"}
        />
      ),
    },
  ];
  columns.push({
    id: "untranslated",
    header: t`Pages without translation`,
    cell: (language) => {
      if (language.isPrimary) return null;
      if (!mayChange) return choices[language.untranslated];
      return (
        <TextField
          select
          size="small"
          variant="standard"
          value={language.untranslated}
          disabled={replacing.isLoading}
          slotProps={{ select: { "aria-label": t`Pages without translation into ${{ name: nameOf(language.code) }}` } }}
          onChange={({ target }) =>
            saveOrTell(edited(language.code, { untranslated: target.value === "hide" ? "hide" : "show" }), t`Saved`)
          }
        >
          {Object.entries(choices).map(([value, label]) => (
            <MenuItem key={value} value={value}>
              {label}
            </MenuItem>
          ))}
        </TextField>
      );
    },
  });
  columns.push({
    id: "preview",
    header: "",
    align: "right",
    phone: "end",
    cell: ({ code, enabled }) => !enabled && <PreviewButton code={code} name={nameOf(code)} />,
  });
  if (mayChange) {
    columns.push({
      id: "actions",
      header: "",
      align: "right",
      phone: "end",
      cell: (language) => {
        const place = languages.indexOf(language);
        const name = nameOf(language.code);
        if (language.isPrimary) return null;
        return (
          <Stack direction="row" sx={{ gap: 1, justifyContent: "flex-end" }}>
            <IconButton
              size="small"
              aria-label={t`Move ${name} up`}
              disabled={place <= 1 || replacing.isLoading}
              onClick={() => saveOrTell(moved(language.code, -1), t`Order saved`)}
            >
              <ArrowUpward fontSize="small" />
            </IconButton>
            <IconButton
              size="small"
              aria-label={t`Move ${name} down`}
              disabled={place === languages.length - 1 || replacing.isLoading}
              onClick={() => saveOrTell(moved(language.code, 1), t`Order saved`)}
            >
              <ArrowDownward fontSize="small" />
            </IconButton>
            <Button
              size="small"
              color="inherit"
              aria-label={language.enabled ? t`Hide ${name}` : t`Make ${name} public`}
              disabled={replacing.isLoading}
              onClick={() =>
                saveOrTell(
                  edited(language.code, { enabled: !language.enabled }),
                  language.enabled ? t`${name} is a draft now` : t`Visitors see ${name} now`,
                )
              }
            >
              {language.enabled ? t`Hide` : t`Make public`}
            </Button>
            <ConfirmAction
              label={t`Remove`}
              button={{ size: "small", color: "error", "aria-label": t`Remove ${name}` }}
              question={t`Remove ${name}?`}
              consequence={t`The addresses below /${{ code: language.code.toLowerCase() }} stop working. Translations into ${name} are kept, and are back when you add it again.`}
              confirmLabel={t`Remove`}
              tone="error"
              onConfirm={async () => {
                await save(without(language.code));
                toast.success(t`${name} removed`);
              }}
            />
          </Stack>
        );
      },
    });
  }
  const missing = (offered.data ?? []).filter((tag) => !languages.some(({ code }) => code === tag));
  return (
    <Page
      title={t`Languages`}
      status={mayChange ? undefined : <ViewOnlyChip />}
      description={t`Each language has addresses of its own. The primary language is the one in the site’s settings.`}
      actions={
        languages.length > 1 && (
          <Button
            component={Link}
            to={`/sites/${website.id}/settings/translations`}
            variant="outlined"
            color="inherit"
            startIcon={<TranslateOutlined />}
          >
            {t`Translations`}
          </Button>
        )
      }
    >
      <Paper variant="card">
        {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
        {found.isLoading && <LoadingRows rows={3} />}
        {languages.length > 0 && (
          <DataTable label={t`Languages`} rows={languages} columns={columns} keyOf={(language) => language.code} />
        )}
        {languages.length === 1 && (
          <EmptyState title={t`One language so far`} icon={<TranslateOutlined />}>
            {t`Add a language to show the site’s texts, dates and amounts in it.`}
          </EmptyState>
        )}
      </Paper>
      {mayChange && found.data !== undefined && (
        <Paper variant="card" sx={{ p: 3 }}>
          {offered.isError ? (
            <ErrorState error={offered.error} onRetry={() => void offered.refetch()} />
          ) : (
            <AddLanguage offered={missing} busy={replacing.isLoading} error={refused} onAdd={add} />
          )}
        </Paper>
      )}
    </Page>
  );
}
