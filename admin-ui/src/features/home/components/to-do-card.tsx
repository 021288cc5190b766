import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemText from "@mui/material/ListItemText";
import { Link } from "react-router";
import { formatCount } from "@/shared/i18n/format";
import { useMay, useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { EmptyState, ErrorState } from "@/shared/ui/states";
import { scarceShown, useSalesQuery, useScarceStockQuery } from "../api";

/** How many orders wait is told with any report: that of a day takes the least work. */
const shortest = { days: 1, by: "day" } as const;

function runningOut(count: number): string {
  return count < scarceShown ? `${formatCount(count, "variant runs", "variants run")} out` : `${count} or more variants run out`;
}

/** What waits for somebody: orders to be sent and variants that run out. */
export function ToDoCard() {
  const website = useWebsite();
  const seesOrders = useMay("orders", "read");
  const seesProducts = useMay("products", "read");
  const sales = useSalesQuery({ websiteId: website.id, query: shortest }, { skip: !seesOrders, refetchOnMountOrArgChange: true });
  const scarce = useScarceStockQuery({ websiteId: website.id }, { skip: !seesProducts });
  const base = `/sites/${website.id}`;
  const waiting = [
    {
      count: sales.data?.ordersToFulfill ?? 0,
      text: (count: number) => `${formatCount(count, "paid order waits", "paid orders wait")} to be sent`,
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
    <Card title="To do" flush>
      {failed && <ErrorState title="Not all of it could be loaded" error={failed.error} onRetry={retry} />}
      {waiting.length === 0 && !failed && <EmptyState title="Nothing waits for you" />}
      <List disablePadding aria-label="To do" sx={{ pb: waiting.length > 0 ? 1 : 0 }}>
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
