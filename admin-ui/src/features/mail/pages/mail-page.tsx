import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import MailOutlined from "@mui/icons-material/MailOutlined";
import { Link } from "react-router";
import { useSearchParam } from "@/shared/hooks/use-search-param";
import { formatAge } from "@/shared/i18n/format";
import { useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { FilterBar } from "@/shared/ui/filter-bar";
import { FilterChoice } from "@/shared/ui/filter-choice";
import { Page } from "@/shared/ui/page";
import { SearchField } from "@/shared/ui/search-field";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useListMailInfiniteQuery, type MailFilter, type MailSummary } from "../api";
import { CartReminders } from "../components/cart-reminders";
import { emailName } from "@/shared/mail/email-names";
import { MailStatus } from "../components/mail-status";
import { UnsentMail } from "../components/unsent-mail";

const columns: Column<MailSummary>[] = [
  {
    id: "subject",
    get header() {
      return t`Subject`;
    },
    main: true,
    cell: (message) => <Subject message={message} />,
  },
  {
    id: "to",
    get header() {
      return t({ message: "To", context: "recipient of an email" });
    },
    breaks: true,
    cell: (message) => message.to,
  },
  {
    id: "status",
    get header() {
      return t`Status`;
    },
    phone: "end",
    cell: (message) => <MailStatus message={message} />,
  },
  {
    id: "created",
    get header() {
      return t`Created`;
    },
    align: "right",
    phone: "end",
    cell: (message) => formatAge(message.createdOn),
  },
];

/** With the mail server's reply, if sending failed. */
function Subject({ message }: { message: MailSummary }) {
  if (message.lastAnswer == null || message.status === "sent") return message.subject;
  return (
    <>
      {message.subject}
      <Typography
        component="span"
        variant="body2"
        color="textSecondary"
        sx={{ display: "block", overflowWrap: "anywhere" }}
      >
        {message.lastAnswer}
      </Typography>
    </>
  );
}

/** E-mails that contributors can read. */
const kinds = [
  "order-confirmed",
  "order-awaits-transfer",
  "order-fulfilled",
  "order-ready",
  "order-refunded",
  "order-canceled",
  "donation",
  "back-in-stock",
  "account-exists",
  "order-received",
  "payment-sent-back",
  "payment-disputed",
  "form-answer",
  "comments-arrived",
  "publication-failed",
  "analytics-report",
].map((value) => ({
  value,
  get label() {
    return emailName(value);
  },
}));
const statuses = [
  {
    value: "queued",
    get label() {
      return t`Waiting`;
    },
  },
  {
    value: "sent",
    get label() {
      return t`Sent`;
    },
  },
  {
    value: "failed",
    get label() {
      return t`Failed`;
    },
  },
  {
    value: "suppressed",
    get label() {
      return t`Not sent`;
    },
  },
] as const satisfies readonly { value: MailSummary["status"]; label: string }[];

export function MailPage() {
  const website = useWebsite();
  const [query, setQuery] = useSearchParam("query");
  const [kind, setKind] = useSearchParam("email");
  const [status, setStatus] = useSearchParam("status");
  const chosen = statuses.find(({ value }) => value === status);
  const filter: MailFilter = {
    ...(query === "" ? {} : { query }),
    ...(kind === "" ? {} : { kind }),
    ...(chosen === undefined ? {} : { status: chosen.value }),
  };
  return (
    <Page
      title={t`Sent e-mails`}
      width="wide"
      description={t`E-mails that the site sent to your customers and to you. E-mails with sign-in or confirmation links are listed only until they are delivered.`}
      actions={
        <Button variant="outlined" color="inherit" component={Link} to={`/sites/${website.id}/mail/previews`}>
          {t`E-mail templates`}
        </Button>
      }
    >
      <Stack sx={{ gap: 2 }}>
        <UnsentMail />
        <CartReminders />
        <FilterBar
          search={<SearchField label={t`Search recipient or subject`} value={query} onChange={setQuery} />}
          active={[kind, status].filter((value) => value !== "").length}
        >
          <FilterChoice label={t`Type`} value={kind} options={kinds} onChange={setKind} />
          <FilterChoice label={t`Status`} value={status} options={statuses} onChange={setStatus} />
        </FilterBar>
        <Paper variant="card">
          <MailList filter={filter} />
        </Paper>
      </Stack>
    </Page>
  );
}

function MailList({ filter }: { filter: MailFilter }) {
  const website = useWebsite();
  const list = useListMailInfiniteQuery({ websiteId: website.id, filter }, { refetchOnMountOrArgChange: true });
  if (list.isError && !list.isFetchNextPageError)
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <LoadingRows />;
  const messages = list.data.pages.flatMap((page) => page.messages);
  if (messages.length === 0 && Object.keys(filter).length > 0) {
    return <EmptyState title={t`No e-mails found`}>{t`Try a different search or other filters.`}</EmptyState>;
  }
  if (messages.length === 0) {
    return (
      <EmptyState title={t`No e-mails yet`} icon={<MailOutlined />}>
        {t`Order confirmations and shipping notices appear here.`}
      </EmptyState>
    );
  }
  return (
    <DataTable
      label={t`Sent e-mails`}
      rows={messages}
      columns={columns}
      keyOf={(message) => message.id}
      linkTo={(message) => `/sites/${website.id}/mail/${message.id}`}
      hasMore={list.hasNextPage}
      loadingMore={list.isFetchingNextPage}
      moreError={list.isFetchNextPageError ? list.error : undefined}
      onMore={() => void list.fetchNextPage()}
    />
  );
}
