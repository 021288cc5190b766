import { plural, t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import NotificationsNoneOutlined from "@mui/icons-material/NotificationsNoneOutlined";
import { Link } from "react-router";
import { useSearchParam } from "@/shared/hooks/use-search-param";
import { NotLoaded } from "@/shared/form/not-loaded";
import { formatAge } from "@/shared/i18n/format";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { useSorting, type Sorting } from "@/shared/table/sorting";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { SearchField } from "@/shared/ui/search-field";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import {
  useListGroupsBackQuery,
  useListSignUpGroupsInfiniteQuery,
  useSendAllNoticesMutation,
  useSendNoticesMutation,
  type SignUpGroup,
} from "../api";
import { SendButton } from "../components/send-button";
import { consequenceOf, groupName, isBack, waitingCount } from "../restock-text";

/** Maximum number of variants per request. */
const maxRequests = 200;

const sorts = ["latest", "product"] as const;

export function RestockPage() {
  const website = useWebsite();
  const maySend = usePermission("products", "publish");
  const mayChoose = usePermission("discounts-tax-shipping", "read");
  const [query, setQuery] = useSearchParam("query");
  const { sorting, wanted } = useSorting(sorts, { by: "latest", descending: true });
  const filter = { ...(query === "" ? {} : { query }), ...wanted };
  const list = useListSignUpGroupsInfiniteQuery({ websiteId: website.id, filter }, { refetchOnMountOrArgChange: true });
  const groups = list.data?.pages.flatMap((page) => page.signUpGroups) ?? [];
  const isEmpty = list.data !== undefined && groups.length === 0;
  return (
    <Page
      title={t`Restock notices`}
      description={query === "" ? waitingText(groups, list.hasNextPage) : undefined}
      width="wide"
      status={maySend ? undefined : <ViewOnlyChip />}
      actions={
        <>
          {mayChoose && (
            <Button variant="outlined" color="inherit" component={Link} to={`/sites/${website.id}/restock/settings`}>
              {t`Settings`}
            </Button>
          )}
          {maySend && <SendAll />}
        </>
      }
    >
      <Stack sx={{ mb: 2, maxWidth: 480 }}>
        <SearchField label={t`Search product or SKU`} value={query} onChange={setQuery} />
      </Stack>
      <Paper variant="card">
        {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
        {list.isLoading && <LoadingRows />}
        {isEmpty && query !== "" && <EmptyState title={t`No products found`}>{t`Try a different search.`}</EmptyState>}
        {isEmpty && query === "" && (
          <EmptyState title={t`No restock sign-ups yet`} icon={<NotificationsNoneOutlined />}>
            {t`Customers can sign up on a sold-out product to be notified. They are listed here until you notify them.`}
          </EmptyState>
        )}
        {groups.length > 0 && (
          <Groups
            groups={groups}
            maySend={maySend}
            more={{
              sorting,
              hasMore: list.hasNextPage,
              loadingMore: list.isFetchingNextPage,
              onMore: () => void list.fetchNextPage(),
            }}
          />
        )}
      </Paper>
    </Page>
  );
}

/** Number of waiting people in the loaded part of the list. */
function waitingText(groups: SignUpGroup[], more: boolean): string | undefined {
  const waiting = waitingCount(groups);
  if (waiting === 0) return undefined;
  const people = plural(waiting, { one: "# person is waiting", other: "# people are waiting" });
  return more ? t`More than ${people} to be notified` : t`${people} to be notified`;
}

function SendAll() {
  const website = useWebsite();
  const back = useListGroupsBackQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  const groups = back.data ?? [];
  const toast = useToast();
  const [sendAll] = useSendAllNoticesMutation();
  if (back.isError && groups.length === 0) {
    return <NotLoaded what={t`What is back in stock`} error={back.error} onRetry={() => void back.refetch()} />;
  }
  if (groups.length === 0) return null;
  const send = async () => {
    let queued = 0;
    const leftOut = new Set<string>();
    for (let start = 0; start < groups.length; start += maxRequests) {
      const sendRequests = groups
        .slice(start, start + maxRequests)
        .map(({ productId, variantId }) => ({ productId, variantId }));
      const sent = await sendAll({ websiteId: website.id, sendRequests }).unwrap();
      queued += sent.queued;
      for (const { variantId } of sent.failed) leftOut.add(variantId);
    }
    const said = plural(queued, { one: "# e-mail is being sent", other: "# e-mails are being sent" });
    const unsent = groups.filter(({ variantId }) => leftOut.has(variantId)).map(groupName);
    if (unsent.length === 0) toast.success(said);
    else
      toast.error(
        t`${said}. Not notified, because the product is hidden or sold out again: ${{ unsent: unsent.join(", ") }}.`,
      );
  };
  return (
    <SendButton
      label={t`Notify all back in stock`}
      question={t`Notify everyone whose product is back in stock?`}
      consequence={consequenceOf(groups)}
      prominent
      onSend={send}
    />
  );
}

interface GroupsProps {
  groups: SignUpGroup[];
  maySend: boolean;
  /** Pagination of the list. */
  more: { sorting: Sorting; hasMore: boolean; loadingMore: boolean; onMore: () => void };
}

function Groups({ groups, maySend, more }: GroupsProps) {
  const website = useWebsite();
  const seesAddresses = usePermission("customers", "read");
  const toast = useToast();
  const [send] = useSendNoticesMutation();
  const columns: Column<SignUpGroup>[] = [
    { id: "product", header: t`Product`, main: true, sort: { by: "product", kind: "text" }, cell: groupName },
    { id: "waiting", header: t`Waiting`, align: "right", phone: "end", cell: (group) => group.signUpCount },
    {
      id: "last",
      header: t`Latest`,
      sort: { by: "latest", kind: "date" },
      cell: (group) => formatAge(group.lastSignUpOn),
    },
    { id: "stock", header: t`Stock`, phone: "end", cell: (group) => <StockState group={group} /> },
  ];
  if (maySend) {
    columns.push({
      id: "send",
      header: "",
      align: "right",
      phone: "end",
      cell: (group) =>
        isBack(group) && (
          <SendButton
            label={t`Notify customers`}
            name={t`Notify customers about ${{ groupName: groupName(group) }}`}
            question={t`Notify customers about ${{ groupName: groupName(group) }}?`}
            consequence={consequenceOf([group])}
            onSend={async () => {
              const { productId, variantId } = group;
              const { queued } = await send({ websiteId: website.id, productId, variantId }).unwrap();
              toast.success(plural(queued, { one: "# e-mail is being sent", other: "# e-mails are being sent" }));
            }}
          />
        ),
    });
  }
  return (
    <DataTable
      label={t`Variants with sign-ups`}
      rows={groups}
      columns={columns}
      keyOf={(group) => group.variantId}
      {...more}
      {...(seesAddresses
        ? { linkTo: (group: SignUpGroup) => `/sites/${website.id}/restock/${group.productId}/${group.variantId}` }
        : {})}
    />
  );
}

function StockState({ group }: { group: SignUpGroup }) {
  if (!isBack(group)) return <Chip size="small" variant="soft" color="error" label={t`Sold out`} />;
  const label = group.qtyInStock == null ? t`Not tracked` : t`${{ qtyInStock: group.qtyInStock }} in stock`;
  return <Chip size="small" variant="soft" color="success" label={label} />;
}
