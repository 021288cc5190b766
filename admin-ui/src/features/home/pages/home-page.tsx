import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import OpenInNew from "@mui/icons-material/OpenInNew";
import { usePermission, useAccount, useWebsite } from "@/shared/session/hooks";
import { Page } from "@/shared/ui/page";
import { QuickLinks } from "../components/quick-links";
import { RecentOrdersCard } from "../components/recent-orders-card";
import { SalesCard } from "../components/sales-card";
import { LowStockCard } from "../components/low-stock-card";
import { TrialNotice } from "../components/trial-notice";
import { ToDoCard } from "../components/to-do-card";

function greeting(name: string): string {
  const hour = new Date().getHours();
  const words = hour < 5 || hour >= 18 ? t`Good evening` : hour < 12 ? t`Good morning` : t`Good afternoon`;
  const first = name.split(" ")[0];
  return first ? `${words}, ${first}` : words;
}

export function HomePage() {
  const website = useWebsite();
  const account = useAccount();
  const seesOrders = usePermission("orders", "read");
  const seesProducts = usePermission("products", "read");
  const seesSales = usePermission("sales-reports", "read");
  return (
    <Page
      title={greeting(account?.name ?? "")}
      description={t`Here is what is happening on ${{ title: website.title }}.`}
      actions={
        <Button
          variant="outlined"
          color="inherit"
          endIcon={<OpenInNew />}
          href={website.url}
          target="_blank"
          rel="noreferrer"
        >
          {t`View site`}
        </Button>
      }
    >
      <Stack sx={{ gap: 2 }}>
        <TrialNotice />
        <QuickLinks />
        {seesSales && <SalesCard />}
        <Box
          sx={{
            display: "grid",
            gap: 2,
            alignItems: "start",
            gridTemplateColumns: {
              xs: "minmax(0, 1fr)",
              md: seesOrders && seesProducts ? "minmax(0, 3fr) minmax(0, 2fr)" : "minmax(0, 1fr)",
            },
          }}
        >
          {seesOrders && <RecentOrdersCard />}
          <Stack sx={{ gap: 2 }}>
            {seesOrders && seesSales && <ToDoCard />}
            {seesProducts && <LowStockCard />}
          </Stack>
        </Box>
      </Stack>
    </Page>
  );
}
