import Autocomplete from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import HistoryOutlined from "@mui/icons-material/HistoryOutlined";
import { useSearchParam } from "@/shared/hooks/use-search-param";
import { formatMoment } from "@/shared/i18n/format";
import { useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { Page } from "@/shared/ui/page";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useListAuditLogInfiniteQuery, type AuditAction, type AuditEntry } from "../api";
import { auditText, auditTexts } from "../audit-texts";

const columns: Column<AuditEntry>[] = [
  { id: "action", header: "What", main: true, cell: (entry) => auditText(entry.action) },
  { id: "subject", header: "Of what", cell: (entry) => entry.subject },
  { id: "actor", header: "Who", cell: (entry) => entry.actorName ?? entry.actor },
  { id: "at", header: "When", align: "right", phone: "end", cell: (entry) => formatMoment(entry.at) },
];

const actions = (Object.keys(auditTexts) as AuditAction[]).sort((one, other) => auditTexts[one].localeCompare(auditTexts[other]));

/** Who did what that has to be answered for. */
export function AuditLogPage() {
  const [named, setNamed] = useSearchParam("action");
  const action = actions.find((known) => known === named) ?? null;
  return (
    <Page
      title="Audit log"
      width="wide"
      description="Who published, moved or deleted something, took or gave back money, exported or erased data, or changed settings, prices, letters or who works here. Nothing is ever taken out."
    >
      <Box sx={{ mb: 2, maxWidth: 360 }}>
        <Autocomplete
          options={actions}
          value={action}
          onChange={(_, chosen) => setNamed(chosen ?? "")}
          getOptionLabel={(known) => auditTexts[known]}
          renderInput={(params) => <TextField {...params} label="What was done" placeholder="Everything" />}
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
  if (log.isError && !log.isFetchNextPageError) return <ErrorState error={log.error} onRetry={() => void log.refetch()} />;
  if (log.data === undefined) return <LoadingRows />;
  const entries = log.data.pages.flatMap((page) => page.entries);
  if (entries.length === 0 && action !== null) {
    return <EmptyState title="Nothing of the kind">This has not been done yet. Choose something else.</EmptyState>;
  }
  if (entries.length === 0) {
    return (
      <EmptyState title="Nothing yet" icon={<HistoryOutlined />}>
        What has to be answered for appears here.
      </EmptyState>
    );
  }
  return (
    <DataTable
      label="Audit log"
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
