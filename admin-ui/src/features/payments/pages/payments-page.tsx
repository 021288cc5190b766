import Stack from "@mui/material/Stack";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { ErrorState, LoadingRows } from "@/shared/ui/states";
import { useGetPaymentSettingsQuery } from "../api";
import { TestShopperCard } from "../components/test-shopper-card";
import { UnmatchedCard } from "../components/unmatched-card";
import { PaymentsForm } from "../forms/payments-form";

export function PaymentsPage() {
  const website = useWebsite();
  const editable = usePermission("plugins", "write");
  const maySeeGoods = usePermission("products", "read");
  const { data, isError, error, refetch } = useGetPaymentSettingsQuery(
    { websiteId: website.id },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <Page
      title="Payments"
      width="narrow"
      description="How customers pay, and when payments are captured."
      status={editable ? undefined : <ViewOnlyChip />}
    >
      {data ? (
        <Stack sx={{ gap: 2 }}>
          <PaymentsForm key={website.id} settings={data} editable={editable} />
          {data.testMode && maySeeGoods && <TestShopperCard />}
          <UnmatchedCard />
        </Stack>
      ) : isError ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows />
      )}
    </Page>
  );
}
