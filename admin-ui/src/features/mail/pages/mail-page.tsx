import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import MailOutlined from "@mui/icons-material/MailOutlined";
import { Link } from "react-router";
import { formatAge } from "@/shared/i18n/format";
import { useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { Page } from "@/shared/ui/page";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useListMailInfiniteQuery, type MailSummary } from "../api";
import { CartReminders } from "../components/cart-reminders";
import { MailStatus } from "../components/mail-status";

const columns: Column<MailSummary>[] = [
  { id: "subject", header: "Subject", main: true, cell: (message) => message.subject },
  { id: "to", header: "To", cell: (message) => message.to },
  { id: "status", header: "Status", phone: "end", cell: (message) => <MailStatus status={message.status} /> },
  { id: "created", header: "Written", align: "right", phone: "end", cell: (message) => formatAge(message.createdOn) },
];

export function MailPage() {
  const website = useWebsite();
  return (
    <Page
      title="Sent mail"
      width="wide"
      description="Every message the site wrote to its customers."
      actions={
        <Button variant="outlined" color="inherit" component={Link} to={`/sites/${website.id}/mail/previews`}>
          Letters and their texts
        </Button>
      }
    >
      <Stack sx={{ gap: 2 }}>
        <CartReminders />
        <Paper variant="card">
          <MailList />
        </Paper>
      </Stack>
    </Page>
  );
}

function MailList() {
  const website = useWebsite();
  const list = useListMailInfiniteQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <LoadingRows />;
  const messages = list.data.pages.flatMap((page) => page.messages);
  if (messages.length === 0) {
    return (
      <EmptyState title="No mail yet" icon={<MailOutlined />}>
        Order confirmations and shipping notices appear here.
      </EmptyState>
    );
  }
  return (
    <DataTable
      label="Sent mail"
      rows={messages}
      columns={columns}
      keyOf={(message) => message.id}
      linkTo={(message) => `/sites/${website.id}/mail/${message.id}`}
      hasMore={list.hasNextPage}
      loadingMore={list.isFetchingNextPage}
      onMore={() => void list.fetchNextPage()}
    />
  );
}
