import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import FileDownloadOutlined from "@mui/icons-material/FileDownloadOutlined";
import { useSearchParam } from "@/shared/hooks/use-search-param";
import { errorText } from "@/shared/i18n/error-text";
import { displayName } from "@/shared/i18n/format";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { ConfirmAction } from "@/shared/ui/confirm-action";
import { FilterBar } from "@/shared/ui/filter-bar";
import { FilterChoice } from "@/shared/ui/filter-choice";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { PendingPage } from "@/shared/ui/pending-page";
import { SearchField } from "@/shared/ui/search-field";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { saveText } from "@/shared/ui/save-file";
import { useToast } from "@/shared/ui/toast";
import {
  useExportSiteTextsMutation,
  useListSiteTextsInfiniteQuery,
  useListTextLanguagesQuery,
  useResetSiteTextsMutation,
  type TextFilter,
} from "../api";
import { TextRow } from "../components/text-row";
import { useNoteWords } from "../notes/use-note-words";

const title = () => t`Default texts`;
const changedOnly = [
  {
    value: "changed",
    get label() {
      return t`Changed`;
    },
  },
] as const;

/** The texts that visitors read, and those that the site has in their place. */
export function SiteTextsPage() {
  const website = useWebsite();
  const editable = usePermission("site-settings", "write");
  const known = useListTextLanguagesQuery({ websiteId: website.id });
  const [chosen, setChosen] = useSearchParam("language");
  const [query, setQuery] = useSearchParam("query");
  const [shown, setShown] = useSearchParam("show");
  const back = { to: `/sites/${website.id}/settings`, label: t`Settings` };
  if (known.data === undefined) return <PendingPage title={title()} back={back} query={known} />;
  const { languages } = known.data;
  const language = languages.includes(chosen) ? chosen : known.data.language;
  const filter: TextFilter = {
    ...(query === "" ? {} : { query }),
    ...(shown === "changed" ? { changed: true } : {}),
  };
  return (
    <Page
      title={title()}
      width="wide"
      back={back}
      status={editable ? undefined : <ViewOnlyChip />}
      description={t`The words of labels, messages and errors on your site. Write your own beside them; placeholders in braces are filled in by the page.`}
      actions={
        <>
          <ExportButton language={language} />
          {editable && <ResetAll language={language} />}
        </>
      }
    >
      <FilterBar
        search={<SearchField label={t`Search texts`} value={query} onChange={setQuery} />}
        active={shown === "" ? 0 : 1}
      >
        <TextField select label={t`Language`} value={language} onChange={(event) => setChosen(event.target.value)}>
          {languages.map((tag) => (
            <MenuItem key={tag} value={tag}>
              {displayName("language", tag)}
            </MenuItem>
          ))}
        </TextField>
        <FilterChoice label={t`Show`} value={shown} options={changedOnly} onChange={setShown} />
      </FilterBar>
      <Paper variant="card">
        <Texts language={language} filter={filter} editable={editable} />
      </Paper>
    </Page>
  );
}

function Texts({ language, filter, editable }: { language: string; filter: TextFilter; editable: boolean }) {
  const website = useWebsite();
  const noteWords = useNoteWords();
  const list = useListSiteTextsInfiniteQuery(
    { websiteId: website.id, language, filter },
    { refetchOnMountOrArgChange: true },
  );
  if (list.isError && !list.isFetchNextPageError)
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined || (list.isFetching && list.currentData === undefined)) return <LoadingRows />;
  const texts = list.data.pages.flatMap((page) => page.texts);
  if (texts.length === 0 && filter.query === undefined) {
    return <EmptyState title={t`No changed texts`}>{t`Texts that you word yourself are listed here.`}</EmptyState>;
  }
  if (texts.length === 0) return <EmptyState title={t`No texts found`}>{t`Try a different search.`}</EmptyState>;
  return (
    <>
      <Box component="ul" aria-label={t`Texts`} sx={{ listStyle: "none", m: 0, p: 0 }}>
        {texts.map((text) => (
          <TextRow
            key={`${language} ${text.key}`}
            text={text}
            note={noteWords(text.comment)}
            language={language}
            editable={editable}
          />
        ))}
      </Box>
      {list.hasNextPage && (
        <Box sx={{ p: 2, textAlign: "center" }}>
          {list.isFetchNextPageError && (
            <Alert severity="error" sx={{ mb: 2, textAlign: "start" }}>
              {errorText(list.error)}
            </Alert>
          )}
          <Button
            variant="outlined"
            color="inherit"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {list.isFetchNextPageError ? t`Try again` : t`Show more`}
          </Button>
        </Box>
      )}
    </>
  );
}

function ResetAll({ language }: { language: string }) {
  const website = useWebsite();
  const toast = useToast();
  const [reset] = useResetSiteTextsMutation();
  const name = displayName("language", language);
  return (
    <ConfirmAction
      label={t`Reset all`}
      button={{ variant: "outlined", color: "inherit" }}
      question={t`Reset all texts in ${name}?`}
      consequence={t`Your own texts in this language are deleted. Visitors read the usual texts again.`}
      confirmLabel={t`Reset all`}
      tone="error"
      onConfirm={async () => {
        await reset({ websiteId: website.id, language }).unwrap();
        toast.success(t`All texts reset`);
      }}
    />
  );
}

function ExportButton({ language }: { language: string }) {
  const website = useWebsite();
  const toast = useToast();
  const [exportTexts, { isLoading }] = useExportSiteTextsMutation();
  const save = async () => {
    const outcome = await exportTexts({ websiteId: website.id, language });
    if (outcome.error !== undefined) return toast.error(errorText(outcome.error));
    saveText(outcome.data, "text/x-gettext-translation", `texts-${language}.po`);
  };
  return (
    <Button
      variant="outlined"
      color="inherit"
      startIcon={<FileDownloadOutlined />}
      loading={isLoading}
      onClick={() => void save()}
    >
      {t`Export`}
    </Button>
  );
}
