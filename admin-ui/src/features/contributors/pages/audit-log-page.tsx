import Paper from "@mui/material/Paper";
import HistoryOutlined from "@mui/icons-material/HistoryOutlined";
import { formatMoment } from "@/shared/i18n/format";
import { useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { Page } from "@/shared/ui/page";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useListAuditLogInfiniteQuery, type AuditEntry } from "../api";

const columns: Column<AuditEntry>[] = [
  { id: "action", header: "What", main: true, cell: (entry) => entry.action },
  { id: "subject", header: "Of what", cell: (entry) => entry.subject },
  { id: "actor", header: "Who", cell: (entry) => entry.actorName ?? entry.actor },
  { id: "at", header: "When", align: "right", phone: "end", cell: (entry) => formatMoment(entry.at) },
];

/** Who did what that has to be answered for. */
export function AuditLogPage() {
  return (
    <Page
      title="Audit log"
      width="wide"
      description="Refunds, exports, erasures, payment settings and changes of who works here. Nothing is ever taken out."
    >
      <Paper variant="card">
        <Entries />
      </Paper>
    </Page>
  );
}

function Entries() {
  const website = useWebsite();
  const log = useListAuditLogInfiniteQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  if (log.isError && !log.isFetchNextPageError) return <ErrorState error={log.error} onRetry={() => void log.refetch()} />;
  if (log.data === undefined) return <LoadingRows />;
  const entries = log.data.pages.flatMap((page) => page.entries);
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
