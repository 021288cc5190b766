import { t } from "@lingui/core/macro";
import Badge from "@mui/material/Badge";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import MenuItem from "@mui/material/MenuItem";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import TextField from "@mui/material/TextField";
import FileDownloadOutlined from "@mui/icons-material/FileDownloadOutlined";
import InboxOutlined from "@mui/icons-material/InboxOutlined";
import Star from "@mui/icons-material/Star";
import { Link } from "react-router";
import { useSearchParam } from "@/shared/hooks/use-search-param";
import { errorText } from "@/shared/i18n/error-text";
import { formatAge } from "@/shared/i18n/format";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { SearchField } from "@/shared/ui/search-field";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { saveText } from "@/shared/ui/save-file";
import { useToast } from "@/shared/ui/toast";
import {
  useExportSubmissionsMutation,
  useListFormsQuery,
  useListSubmissionsInfiniteQuery,
  type SiteForm,
  type Submission,
  type SubmissionFilters,
} from "../api";
import { excerptOf, senderOf } from "../submission-text";

export function SubmissionsPage() {
  const website = useWebsite();
  const mayChange = usePermission("submissions", "write");
  const forms = useListFormsQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  const [chosen, setChosen] = useSearchParam("form");
  const form = forms.data?.find(({ id }) => id === chosen) ?? forms.data?.[0];
  const filters = useFilters();
  return (
    <Page
      title={t`Form submissions`}
      description={t`What visitors submitted through the forms on your pages.`}
      status={mayChange ? undefined : <ViewOnlyChip />}
      actions={
        <>
          <Button component={Link} to="webhooks" color="inherit">
            {t`Webhooks`}
          </Button>
          {form && <ExportButton form={form} filters={filters.current} />}
        </>
      }
    >
      {forms.data === undefined && (
        <Paper variant="card">
          {forms.isError ? <ErrorState error={forms.error} onRetry={() => void forms.refetch()} /> : <LoadingRows />}
        </Paper>
      )}
      {forms.data?.length === 0 && (
        <Paper variant="card">
          <EmptyState title={t`No forms yet`} icon={<InboxOutlined />}>
            {t`Add a form block to a page. Its submissions appear here.`}
          </EmptyState>
        </Paper>
      )}
      {forms.data && form && (
        <>
          <Stack direction={{ xs: "column", sm: "row" }} sx={{ gap: 1.5, mb: 2 }}>
            <FormChoice forms={forms.data} form={form} onChange={setChosen} />
            <SearchField
              key={form.id}
              label={t`Search submissions`}
              value={filters.query}
              onChange={filters.setQuery}
            />
          </Stack>
          <Paper variant="card">
            <FolderTabs form={form} value={filters.folder} onChange={filters.setFolder} />
            <SubmissionList form={form} filters={filters.current} />
          </Paper>
        </>
      )}
    </Page>
  );
}

/** Filters stored in the URL. */
function useFilters() {
  const [folder, setFolder] = useSearchParam("folder");
  const [query, setQuery] = useSearchParam("query");
  const current: SubmissionFilters = {
    folder: folder === "spam" ? "spam" : "inbox",
    ...(query === "" ? {} : { q: query }),
    ...(folder === "starred" ? { starred: true } : {}),
  };
  return { folder: folder === "" ? "inbox" : folder, setFolder, query, setQuery, current };
}

function nameOf(form: SiteForm): string {
  const name = form.name === "" ? t`Form` : form.name;
  const place = form.onAPage ? form.pageTitle : t`removed from ${{ pageTitle: form.pageTitle }}`;
  return `${name} (${place})`;
}

interface FormChoiceProps {
  forms: SiteForm[];
  form: SiteForm;
  onChange: (formId: string) => void;
}

function FormChoice({ forms, form, onChange }: FormChoiceProps) {
  return (
    <TextField
      select
      label={t`Form`}
      value={form.id}
      onChange={(event) => onChange(event.target.value)}
      sx={{ minWidth: { sm: 280 }, maxWidth: { sm: 360 } }}
    >
      {forms.map((own) => (
        <MenuItem key={own.id} value={own.id}>
          {nameOf(own)}
          {own.unread > 0 && (
            <Chip size="small" variant="soft" label={t`${{ unread: own.unread }} new`} sx={{ ml: 1 }} />
          )}
        </MenuItem>
      ))}
    </TextField>
  );
}

interface FolderTabsProps {
  form: SiteForm;
  value: string;
  onChange: (folder: string) => void;
}

function FolderTabs({ form, value, onChange }: FolderTabsProps) {
  const known = ["inbox", "starred", "spam"].includes(value) ? value : "inbox";
  return (
    <Tabs
      value={known}
      onChange={(_, next: string) => onChange(next === "inbox" ? "" : next)}
      aria-label={t`Folders`}
      sx={{ borderBottom: 1, borderColor: "divider", px: 1 }}
    >
      <Tab
        value="inbox"
        label={
          <Badge color="primary" variant="dot" invisible={form.unread === 0}>
            <Box sx={{ pr: 0.75 }}>{t`Submissions`}</Box>
          </Badge>
        }
      />
      <Tab value="starred" label={t`Starred`} />
      <Tab value="spam" label={form.spam === 0 ? t`Spam` : t`Spam (${{ spam: form.spam }})`} />
    </Tabs>
  );
}

const columns: Column<Submission>[] = [
  {
    id: "sender",
    get header() {
      return t({ message: "From", context: "sender of a submission" });
    },
    main: true,
    cell: (row) => (
      <Stack
        direction="row"
        component="span"
        sx={{ gap: 0.75, alignItems: "center", fontWeight: row.readOn == null ? 700 : 400 }}
      >
        {row.starred && <Star fontSize="inherit" color="warning" titleAccess={t`Starred`} />}
        {senderOf(row)}
        {row.readOn == null && <Chip size="small" variant="soft" label={t`New`} />}
      </Stack>
    ),
  },
  {
    id: "answer",
    get header() {
      return t`Submission`;
    },
    cell: (row) => excerptOf(row),
  },
  {
    id: "page",
    get header() {
      return t`Page`;
    },
    phone: "hidden",
    cell: (row) => row.pageTitle,
  },
  {
    id: "sent",
    get header() {
      return t`Sent`;
    },
    align: "right",
    phone: "end",
    cell: (row) => formatAge(row.createdOn),
  },
];

function SubmissionList({ form, filters }: { form: SiteForm; filters: SubmissionFilters }) {
  const website = useWebsite();
  const list = useListSubmissionsInfiniteQuery(
    { websiteId: website.id, formId: form.id, filters },
    { refetchOnMountOrArgChange: true },
  );
  if (list.data === undefined) {
    return list.isError ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : <LoadingRows />;
  }
  const rows = list.data.pages.flatMap((page) => page.submissions);
  if (rows.length === 0) return <Nothing filters={filters} />;
  return (
    <DataTable
      label={t`Submissions`}
      rows={rows}
      columns={columns}
      keyOf={(row) => row.id}
      linkTo={(row) => `/sites/${website.id}/forms/${form.id}/${row.id}`}
      hasMore={list.hasNextPage}
      loadingMore={list.isFetchingNextPage}
      onMore={() => void list.fetchNextPage()}
    />
  );
}

function Nothing({ filters }: { filters: SubmissionFilters }) {
  if (filters.q !== undefined) {
    return <EmptyState title={t`Nothing found`}>{t`No submissions match your search.`}</EmptyState>;
  }
  if (filters.folder === "spam") {
    return (
      <EmptyState
        title={t`No spam`}
      >{t`Suspected spam appears here. You can restore anything that is not spam.`}</EmptyState>
    );
  }
  if (filters.starred) {
    return <EmptyState title={t`No starred submissions`}>{t`Star a submission to find it here again.`}</EmptyState>;
  }
  return (
    <EmptyState title={t`No submissions yet`} icon={<InboxOutlined />}>
      {t`Submissions appear here once a visitor sends this form.`}
    </EmptyState>
  );
}

function ExportButton({ form, filters }: { form: SiteForm; filters: SubmissionFilters }) {
  const website = useWebsite();
  const toast = useToast();
  const [exportSubmissions, { isLoading }] = useExportSubmissionsMutation();
  const save = async () => {
    const outcome = await exportSubmissions({ websiteId: website.id, formId: form.id, filters });
    if (outcome.error !== undefined) return toast.error(errorText(outcome.error));
    saveText(outcome.data, "text/csv", "submissions.csv");
  };
  return (
    <Button
      variant="outlined"
      color="inherit"
      startIcon={<FileDownloadOutlined />}
      loading={isLoading}
      onClick={() => void save()}
    >
      {t`Export CSV`}
    </Button>
  );
}
