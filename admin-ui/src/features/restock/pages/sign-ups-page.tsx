import Chip from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import { useParams } from "react-router";
import { formatMoment } from "@/shared/i18n/format";
import { useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { Page } from "@/shared/ui/page";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useListSignUpGroupsQuery, useListSignUpsInfiniteQuery, type SignUp } from "../api";
import { groupName } from "../restock-text";

const columns: Column<SignUp>[] = [
  { id: "email", header: "Address", main: true, cell: (signUp) => signUp.email },
  { id: "when", header: "Signed up", cell: (signUp) => formatMoment(signUp.signedUpOn) },
  { id: "news", header: "News", phone: "hidden", cell: (signUp) => (signUp.isJoinMailingList ? "Asked for news too" : "") },
  {
    id: "state",
    header: "State",
    phone: "end",
    cell: ({ notifiedOn }) =>
      notifiedOn == null ? (
        <Chip size="small" variant="soft" color="warning" label="Waiting" />
      ) : (
        <Chip size="small" variant="soft" label={`Told ${formatMoment(notifiedOn)}`} />
      ),
  },
];

export function SignUpsPage() {
  const website = useWebsite();
  const { productId = "", variantId = "" } = useParams();
  const ref = { websiteId: website.id, productId, variantId };
  const list = useListSignUpsInfiniteQuery(ref, { refetchOnMountOrArgChange: true });
  const groups = useListSignUpGroupsQuery({ websiteId: website.id });
  const group = groups.data?.find((one) => one.variantId === variantId);
  const signUps = list.data?.pages.flatMap((page) => page.signUps) ?? [];
  return (
    <Page
      title={group === undefined ? "Sign-ups" : groupName(group)}
      back={{ to: `/sites/${website.id}/restock`, label: "Restock notices" }}
    >
      <Paper variant="card">
        {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
        {list.isLoading && <LoadingRows />}
        {list.data !== undefined && signUps.length === 0 && (
          <EmptyState title="Nobody has signed up">Nobody waits for this, and nobody was told.</EmptyState>
        )}
        {signUps.length > 0 && (
          <DataTable
            label="Sign-ups"
            rows={signUps}
            columns={columns}
            keyOf={(signUp) => signUp.id}
            hasMore={list.hasNextPage}
            loadingMore={list.isFetchingNextPage}
            onMore={() => void list.fetchNextPage()}
          />
        )}
      </Paper>
    </Page>
  );
}
