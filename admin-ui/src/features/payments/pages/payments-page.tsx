import { t } from "@lingui/core/macro";
import Stack from "@mui/material/Stack";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { SettingsPage } from "@/shared/ui/settings-page";
import { useGetPaymentSettingsQuery } from "../api";
import { TestShopperCard } from "../components/test-shopper-card";
import { UnmatchedCard } from "../components/unmatched-card";
import { PaymentsForm } from "../forms/payments-form";

export function PaymentsPage() {
  const website = useWebsite();
  const maySeeGoods = usePermission("products", "read");
  const query = useGetPaymentSettingsQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  return (
    <SettingsPage
      title={t`Payments`}
      description={t`How customers pay, and when payments are captured.`}
      resource="plugins"
      query={query}
    >
      {(settings, editable) => (
        <Stack sx={{ gap: 2 }}>
          <PaymentsForm key={website.id} settings={settings} editable={editable} />
          {settings.testMode && maySeeGoods && <TestShopperCard />}
          <UnmatchedCard />
        </Stack>
      )}
    </SettingsPage>
  );
}
