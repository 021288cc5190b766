import { plural, t } from "@lingui/core/macro";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemText from "@mui/material/ListItemText";
import { Link } from "react-router";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { EmptyState, ErrorState } from "@/shared/ui/states";
import { maxLowStock, useSalesQuery, useScarceStockQuery } from "../api";

/** Each report contains the numbers of waiting orders and disputes: that of one day is the cheapest. */
const shortest = { days: 1, by: "day" } as const;

function runningOut(count: number): string {
  return count < maxLowStock
    ? plural(count, { one: "# variant low or out of stock", other: "# variants low or out of stock" })
    : t`${count} or more variants low or out of stock`;
}

/** Open tasks: disputes to answer, orders to fulfill and low-stock variants. */
export function ToDoCard() {
  const website = useWebsite();
  const seesOrders = usePermission("orders", "read");
  const seesProducts = usePermission("products", "read");
  const sales = useSalesQuery(
    { websiteId: website.id, query: shortest },
    { skip: !seesOrders, refetchOnMountOrArgChange: true },
  );
  const scarce = useScarceStockQuery({ websiteId: website.id }, { skip: !seesProducts });
  const base = `/sites/${website.id}`;
  const waiting = [
    {
      count: sales.data?.disputesToAnswer ?? 0,
      text: (count: number) => plural(count, { one: "# dispute to answer", other: "# disputes to answer" }),
      to: `${base}/orders?dispute=needs-response&mode=live`,
    },
    {
      count: sales.data?.ordersToFulfill ?? 0,
      text: (count: number) => plural(count, { one: "# order to fulfill", other: "# orders to fulfill" }),
      to: `${base}/orders?fulfilment=PENDING&mode=live`,
    },
    {
      count: scarce.data?.length ?? 0,
      text: runningOut,
      to: `${base}/inventory?low=true`,
    },
  ].filter(({ count }) => count > 0);
  if (sales.isLoading || scarce.isLoading) return null;
  const failed = [sales, scarce].find(({ isError }) => isError);
  const retry = () => {
    if (sales.isError) void sales.refetch();
    if (scarce.isError) void scarce.refetch();
  };
  return (
    <Card title={t`To do`} flush>
      {failed && <ErrorState title={t`Some tasks could not be loaded`} error={failed.error} onRetry={retry} />}
      {waiting.length === 0 && !failed && <EmptyState title={t`You are all caught up`} />}
      <List disablePadding aria-label={t`To do`} sx={{ pb: waiting.length > 0 ? 1 : 0 }}>
        {waiting.map(({ count, text, to }) => (
          <ListItem key={to} disablePadding>
            <ListItemButton component={Link} to={to} sx={{ px: 2.5 }}>
              <ListItemText primary={text(count)} />
            </ListItemButton>
          </ListItem>
        ))}
      </List>
    </Card>
  );
}
