import { t } from "@lingui/core/macro";
import Autocomplete from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import HistoryOutlined from "@mui/icons-material/HistoryOutlined";
import { useSearchParam } from "@/shared/hooks/use-search-param";
import { kindOfActor } from "@/shared/i18n/actor-text";
import { formatMoment } from "@/shared/i18n/format";
import { useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { Page } from "@/shared/ui/page";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useListAuditLogInfiniteQuery, type AuditAction, type AuditEntry } from "../api";
import { auditText, auditTexts } from "../audit-texts";

const columns: Column<AuditEntry>[] = [
  {
    id: "action",
    get header() {
      return t`Action`;
    },
    main: true,
    cell: (entry) => auditText(entry.action),
  },
  {
    id: "subject",
    get header() {
      return t`Object`;
    },
    cell: (entry) => entry.subject,
  },
  {
    id: "actor",
    get header() {
      return t`Contributor`;
    },
    cell: (entry) => entry.actorName ?? kindOfActor(entry.actor) ?? entry.actor,
  },
  {
    id: "at",
    get header() {
      return t`When`;
    },
    align: "right",
    phone: "end",
    cell: (entry) => formatMoment(entry.at),
  },
];

const actions = (Object.keys(auditTexts) as AuditAction[]).sort((one, other) =>
  auditTexts[one].localeCompare(auditTexts[other]),
);

/** The audit log: who did what, and when. */
export function AuditLogPage() {
  const [named, setNamed] = useSearchParam("action");
  const action = actions.find((known) => known === named) ?? null;
  return (
    <Page
      title={t`Activity log`}
      width="wide"
      description={t`Who published, moved or deleted something, captured or refunded a payment, exported or erased data, or changed settings, prices, e-mails or contributors. Entries are never removed.`}
    >
      <Box sx={{ mb: 2, maxWidth: 360 }}>
        <Autocomplete
          options={actions}
          value={action}
          onChange={(_, chosen) => setNamed(chosen ?? "")}
          getOptionLabel={(known) => auditTexts[known]}
          renderInput={(params) => <TextField {...params} label={t`Action`} placeholder={t`All actions`} />}
        />
      </Box>
      <Paper variant="card">
        <Entries action={action} />
      </Paper>
    </Page>
  );
}

function Entries({ action }: { action: AuditAction | null }) {
  const website = useWebsite();
  const log = useListAuditLogInfiniteQuery({ websiteId: website.id, action }, { refetchOnMountOrArgChange: true });
  if (log.isError && !log.isFetchNextPageError)
    return <ErrorState error={log.error} onRetry={() => void log.refetch()} />;
  if (log.data === undefined) return <LoadingRows />;
  const entries = log.data.pages.flatMap((page) => page.entries);
  if (entries.length === 0 && action !== null) {
    return <EmptyState title={t`No matching activity`}>{t`Choose another action.`}</EmptyState>;
  }
  if (entries.length === 0) {
    return (
      <EmptyState title={t`No activity yet`} icon={<HistoryOutlined />}>
        {t`Activity appears here.`}
      </EmptyState>
    );
  }
  return (
    <DataTable
      label={t`Activity log`}
      rows={entries}
      columns={columns}
      keyOf={(entry) => entry.id}
      hasMore={log.hasNextPage}
      loadingMore={log.isFetchingNextPage}
      moreError={log.isFetchNextPageError ? log.error : undefined}
      onMore={() => void log.fetchNextPage()}
    />
  );
}
