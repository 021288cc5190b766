import { t } from "@lingui/core/macro";
import Chip from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import { useParams } from "react-router";
import { useSearchParam } from "@/shared/hooks/use-search-param";
import { formatMoment } from "@/shared/i18n/format";
import { useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { useSorting } from "@/shared/table/sorting";
import { Page } from "@/shared/ui/page";
import { SearchField } from "@/shared/ui/search-field";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useGetSignUpGroupQuery, useListSignUpsInfiniteQuery, type SignUp } from "../api";
import { groupName } from "../restock-text";

const sorts = ["signed-up", "email"] as const;

const columns: Column<SignUp>[] = [
  {
    id: "email",
    get header() {
      return t`E-mail address`;
    },
    main: true,
    sort: { by: "email", kind: "text" },
    cell: (signUp) => signUp.email,
  },
  {
    id: "when",
    get header() {
      return t`Signed up`;
    },
    sort: { by: "signed-up", kind: "date" },
    cell: (signUp) => formatMoment(signUp.signedUpOn),
  },
  {
    id: "news",
    get header() {
      return t`Marketing`;
    },
    phone: "hidden",
    cell: (signUp) => (signUp.isJoinMailingList ? t`Subscribed` : ""),
  },
  {
    id: "state",
    get header() {
      return t`Status`;
    },
    phone: "end",
    cell: ({ notifiedOn }) =>
      notifiedOn == null ? (
        <Chip size="small" variant="soft" color="warning" label={t`Waiting`} />
      ) : (
        <Chip size="small" variant="soft" label={t`Notified ${{ moment: formatMoment(notifiedOn) }}`} />
      ),
  },
];

export function SignUpsPage() {
  const website = useWebsite();
  const { productId = "", variantId = "" } = useParams();
  const ref = { websiteId: website.id, productId, variantId };
  const [query, setQuery] = useSearchParam("query");
  const { sorting, wanted } = useSorting(sorts, { by: "signed-up", descending: true });
  const filter = { ...(query === "" ? {} : { query }), ...wanted };
  const list = useListSignUpsInfiniteQuery({ ...ref, filter }, { refetchOnMountOrArgChange: true });
  const { data: group } = useGetSignUpGroupQuery({ websiteId: website.id, variantId });
  const signUps = list.data?.pages.flatMap((page) => page.signUps) ?? [];
  return (
    <Page
      title={group ? groupName(group) : t`Sign-ups`}
      back={{ to: `/sites/${website.id}/restock`, label: t`Restock notices` }}
    >
      <Stack sx={{ mb: 2, maxWidth: 480 }}>
        <SearchField label={t`Search e-mail address`} value={query} onChange={setQuery} />
      </Stack>
      <Paper variant="card">
        {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
        {list.isLoading && <LoadingRows />}
        {list.data !== undefined && signUps.length === 0 && query !== "" && (
          <EmptyState title={t`No sign-ups found`}>{t`Try a different search.`}</EmptyState>
        )}
        {list.data !== undefined && signUps.length === 0 && query === "" && (
          <EmptyState title={t`No sign-ups yet`}>
            {t`Customers who sign up to be notified about this product are listed here.`}
          </EmptyState>
        )}
        {signUps.length > 0 && (
          <DataTable
            label={t`Sign-ups`}
            rows={signUps}
            columns={columns}
            keyOf={(signUp) => signUp.id}
            sorting={sorting}
            hasMore={list.hasNextPage}
            loadingMore={list.isFetchingNextPage}
            onMore={() => void list.fetchNextPage()}
          />
        )}
      </Paper>
    </Page>
  );
}
