import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Add from "@mui/icons-material/Add";
import MarkEmailReadOutlined from "@mui/icons-material/MarkEmailReadOutlined";
import { useState } from "react";
import { useNavigate } from "react-router";
import { formatAge } from "@/shared/i18n/format";
import { NewMailingList } from "@/shared/mailing-lists/new-mailing-list";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useListSummariesQuery, type ListSummary } from "../api";
import { countText } from "../list-text";

const columns: Column<ListSummary>[] = [
  {
    id: "name",
    get header() {
      return t`List`;
    },
    main: true,
    cell: (list) => list.name,
  },
  {
    id: "made",
    get header() {
      return t`Created`;
    },
    phone: "hidden",
    cell: (list) => formatAge(list.createdOn),
  },
  {
    id: "pending",
    get header() {
      return t`Not confirmed`;
    },
    align: "right",
    phone: "hidden",
    cell: (list) => countText(list.pending),
  },
  {
    id: "subscribers",
    get header() {
      return t`Subscribed`;
    },
    align: "right",
    phone: "end",
    cell: (list) => countText(list.subscribers),
  },
];

export function MailingListsPage() {
  const website = useWebsite();
  const navigate = useNavigate();
  const mayChange = usePermission("campaigns", "write");
  const lists = useListSummariesQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  const [naming, setNaming] = useState(false);
  const linkTo = ({ id }: { id: string }) => `/sites/${website.id}/mailing-lists/${id}`;
  return (
    <Page
      title={t`Mailing lists`}
      description={t`People who subscribed to your e-mails. They sign up through a newsletter block, a form, the popup or your store.`}
      status={mayChange ? undefined : <ViewOnlyChip />}
      actions={
        mayChange && (
          <Button variant="contained" startIcon={<Add />} onClick={() => setNaming(true)}>
            {t`Add list`}
          </Button>
        )
      }
    >
      <Paper variant="card">
        {lists.isError && <ErrorState error={lists.error} onRetry={() => void lists.refetch()} />}
        {lists.isLoading && <LoadingRows rows={3} />}
        {lists.data?.length === 0 && (
          <EmptyState title={t`No mailing lists yet`} icon={<MarkEmailReadOutlined />}>
            {t`Add a list, then select it in a newsletter block, a form or the popup. People who sign up there appear here.`}
          </EmptyState>
        )}
        {lists.data && lists.data.length > 0 && (
          <DataTable
            label={t`Mailing lists`}
            rows={lists.data}
            columns={columns}
            keyOf={(list) => list.id}
            linkTo={linkTo}
          />
        )}
      </Paper>
      {naming && <NewMailingList onClose={() => setNaming(false)} onMade={(list) => void navigate(linkTo(list))} />}
    </Page>
  );
}
