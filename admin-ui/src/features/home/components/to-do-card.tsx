import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemText from "@mui/material/ListItemText";
import { Link } from "react-router";
import { formatCount } from "@/shared/i18n/format";
import { useMay, useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { EmptyState } from "@/shared/ui/states";
import { useSalesQuery, useScarceStockQuery } from "../api";

/** What waits for somebody: orders to be sent and variants that run out. */
export function ToDoCard() {
  const website = useWebsite();
  const seesOrders = useMay("orders", "read");
  const seesProducts = useMay("products", "read");
  const sales = useSalesQuery({ websiteId: website.id, query: {} }, { skip: !seesOrders });
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
      text: (count: number) => `${formatCount(count, "variant runs", "variants run")} out`,
      to: `${base}/inventory?low=true`,
    },
  ].filter(({ count }) => count > 0);
  if (sales.isLoading || scarce.isLoading) return null;
  return (
    <Card title="To do" flush>
      {waiting.length === 0 && <EmptyState title="Nothing waits for you" />}
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
