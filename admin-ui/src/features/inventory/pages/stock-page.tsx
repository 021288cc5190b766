import { plural, t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import MuiLink from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { actorText } from "@/shared/i18n/actor-text";
import { formatMoment } from "@/shared/i18n/format";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { Card } from "@/shared/ui/card";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { PendingPage } from "@/shared/ui/pending-page";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useGetStockLevelQuery, useListStockChangesInfiniteQuery, type StockChange, type StockLevel } from "../api";
import { StockChip } from "../components/stock-chip";
import { StockDialog } from "../components/stock-dialog";
import { deltaText, reasonText, variantText } from "../stock-text";

export function StockPage() {
  const website = useWebsite();
  const { variantId = "" } = useParams();
  const query = useGetStockLevelQuery({ websiteId: website.id, variantId }, { refetchOnMountOrArgChange: true });
  const back = { to: `/sites/${website.id}/inventory`, label: t`Inventory` };
  if (query.data === undefined) return <PendingPage title={t`Stock`} back={back} query={query} />;
  return <LoadedStock level={query.data} back={back} />;
}

function LoadedStock({ level, back }: { level: StockLevel; back: { to: string; label: string } }) {
  const website = useWebsite();
  const mayChange = usePermission("products", "write");
  const [changing, setChanging] = useState(false);
  const variant = variantText(level);
  const waiting = `/sites/${website.id}/restock/${level.productId}/${level.variantId}`;
  return (
    <Page
      title={variant === "" ? level.productName : `${level.productName}, ${variant}`}
      description={level.sku}
      back={back}
      status={mayChange ? <StockChip level={level} /> : <ViewOnlyChip />}
      actions={
        mayChange && (
          <Button variant="contained" onClick={() => setChanging(true)}>
            {t`Adjust stock`}
          </Button>
        )
      }
    >
      {level.waiting > 0 && (
        <Typography variant="body2" sx={{ mb: 2 }}>
          <MuiLink component={Link} to={waiting}>
            {plural(
              { waiting: level.waiting },
              { one: "# person is waiting to be notified", other: "# people are waiting to be notified" },
            )}
          </MuiLink>
        </Typography>
      )}
      <Card title={t`History`} flush>
        <History variantId={level.variantId} />
      </Card>
      {changing && <StockDialog level={level} onClose={() => setChanging(false)} />}
    </Page>
  );
}

function columns(websiteId: string, seesOrders: boolean): Column<StockChange>[] {
  return [
    { id: "when", header: t`Date`, main: true, cell: (change) => formatMoment(change.createdOn) },
    { id: "delta", header: t`Change`, align: "right", phone: "end", cell: (change) => deltaText(change.delta) },
    {
      id: "why",
      header: t`Reason`,
      cell: (change) => (
        <>
          {reasonText(change)}
          {change.note && `: ${change.note}`}
          {change.orderId && seesOrders && (
            <>
              {", "}
              <MuiLink component={Link} to={`/sites/${websiteId}/orders/${change.orderId}`}>
                {t`order #${{ orderNumber: change.orderNumber ?? "" }}`}
              </MuiLink>
            </>
          )}
        </>
      ),
    },
    { id: "who", header: t`Changed by`, cell: actorText },
  ];
}

function History({ variantId }: { variantId: string }) {
  const website = useWebsite();
  const seesOrders = usePermission("orders", "read");
  const list = useListStockChangesInfiniteQuery(
    { websiteId: website.id, variantId },
    { refetchOnMountOrArgChange: true },
  );
  if (list.isError && !list.isFetchNextPageError)
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <LoadingRows />;
  const changes = list.data.pages.flatMap((page) => page.changes);
  if (changes.length === 0)
    return <EmptyState title={t`No stock changes yet`}>{t`Orders and manual changes are listed here.`}</EmptyState>;
  return (
    <DataTable
      label={t`Stock history`}
      rows={changes}
      columns={columns(website.id, seesOrders)}
      keyOf={(change) => change.id}
      hasMore={list.hasNextPage}
      loadingMore={list.isFetchingNextPage}
      moreError={list.isFetchNextPageError ? list.error : undefined}
      onMore={() => void list.fetchNextPage()}
    />
  );
}
