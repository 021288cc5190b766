import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import MarkEmailReadOutlined from "@mui/icons-material/MarkEmailReadOutlined";
import { useParams } from "react-router";
import { useSearchParam } from "@/shared/hooks/use-search-param";
import { formatMoment } from "@/shared/i18n/format";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { ConfirmAction } from "@/shared/ui/confirm-action";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { PendingPage } from "@/shared/ui/pending-page";
import { SearchField } from "@/shared/ui/search-field";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import {
  useGetMailingListQuery,
  useListSubscribersInfiniteQuery,
  useRemoveSubscriberMutation,
  type ListSummary,
  type Subscriber,
  type SubscriberFilter,
} from "../api";
import { ListActions } from "../components/list-actions";
import { countText, originText } from "../list-text";

/** One mailing list and its subscribers. */
export function MailingListPage() {
  const website = useWebsite();
  const { listId = "" } = useParams();
  const list = useGetMailingListQuery({ websiteId: website.id, listId }, { refetchOnMountOrArgChange: true });
  const back = { to: `/sites/${website.id}/mailing-lists`, label: t`Mailing lists` };
  const mayChange = usePermission("campaigns", "write");
  const [state, setState] = useSearchParam("state");
  const [query, setQuery] = useSearchParam("query");
  if (list.data === undefined) return <PendingPage title={t`Mailing list`} back={back} query={list} />;
  const isPending = state === "pending";
  return (
    <Page
      title={list.data.name}
      back={back}
      status={mayChange ? undefined : <ViewOnlyChip />}
      description={
        list.data.isOfStore
          ? t`Everyone who accepts marketing in your store is added to this list. People who unsubscribe are deleted from it.`
          : t`People who unsubscribe by the link in an e-mail are deleted from the list.`
      }
      actions={<ListActions list={list.data} />}
    >
      <Box sx={{ mb: 2, maxWidth: 480 }}>
        <SearchField label={t`Search e-mail address`} value={query} onChange={setQuery} />
      </Box>
      <Paper variant="card">
        <Tabs
          value={isPending ? "pending" : "subscribed"}
          onChange={(_, next: string) => setState(next === "pending" ? next : "")}
          variant="scrollable"
          aria-label={t`Subscription status`}
          sx={{ borderBottom: 1, borderColor: "divider", px: 1 }}
        >
          <Tab value="subscribed" label={t`Subscribed (${{ countText: countText(list.data.subscribers) }})`} />
          <Tab value="pending" label={t`Not confirmed (${{ countText: countText(list.data.pending) }})`} />
        </Tabs>
        <SubscriberTable
          list={list.data}
          filter={{ state: isPending ? "pending" : "subscribed", ...(query === "" ? {} : { query }) }}
        />
      </Paper>
    </Page>
  );
}

function columnsOf(filter: SubscriberFilter): Column<Subscriber>[] {
  return [
    { id: "email", header: t`E-mail address`, main: true, cell: (person) => person.email },
    {
      id: "since",
      header: filter.state === "pending" ? t`Signed up` : t`Confirmed`,
      cell: (person) => formatMoment(person.since),
    },
    { id: "origin", header: t`Source`, phone: "hidden", cell: originText },
    { id: "language", header: t`Language`, phone: "hidden", cell: (person) => person.language ?? "–" },
  ];
}

function SubscriberTable({ list, filter }: { list: ListSummary; filter: SubscriberFilter }) {
  const website = useWebsite();
  const toast = useToast();
  const mayRemove = usePermission("campaigns", "delete");
  const ref = { websiteId: website.id, listId: list.id };
  const people = useListSubscribersInfiniteQuery({ ...ref, filter }, { refetchOnMountOrArgChange: true });
  const [remove] = useRemoveSubscriberMutation();
  if (people.isError) return <ErrorState error={people.error} onRetry={() => void people.refetch()} />;
  if (people.data === undefined) return <LoadingRows />;
  const rows = people.data.pages.flatMap((page) => page.subscribers);
  if (rows.length === 0) return <NoSubscribers filter={filter} />;
  const columns = columnsOf(filter);
  if (mayRemove) {
    columns.push({
      id: "actions",
      header: "",
      align: "right",
      phone: "end",
      cell: ({ email }) => (
        <ConfirmAction
          label={t`Remove`}
          button={{ size: "small", color: "error", "aria-label": t`Remove ${email}` }}
          question={t`Remove ${email} from the list?`}
          consequence={t`This address gets no more e-mails from this list unless it signs up again. It is not notified.`}
          confirmLabel={t`Remove`}
          tone="error"
          onConfirm={async () => {
            await remove({ ...ref, email }).unwrap();
            toast.success(t`Removed from the list`);
          }}
        />
      ),
    });
  }
  return (
    <DataTable
      label={t`Subscribers`}
      rows={rows}
      columns={columns}
      keyOf={(person) => person.email}
      hasMore={people.hasNextPage}
      loadingMore={people.isFetchingNextPage}
      onMore={() => void people.fetchNextPage()}
    />
  );
}

function NoSubscribers({ filter }: { filter: SubscriberFilter }) {
  if (filter.query !== undefined)
    return <EmptyState title={t`No subscribers found`}>{t`Try a different search.`}</EmptyState>;
  if (filter.state === "pending") {
    return (
      <EmptyState title={t`No unconfirmed sign-ups`}>
        {t`People who sign up get a confirmation e-mail first. They are listed here until they confirm, for up to seven days.`}
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t`No subscribers yet`} icon={<MarkEmailReadOutlined />}>
      {t`Select this list in a newsletter block, a form or the popup. People who sign up there appear here.`}
    </EmptyState>
  );
}
