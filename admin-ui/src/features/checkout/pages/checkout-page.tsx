import { usePermission, useWebsite } from "@/shared/session/hooks";
import { useGetStoreSettingsQuery } from "@/shared/store-settings/api";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { PendingPage } from "@/shared/ui/pending-page";
import { CheckoutForm } from "../forms/checkout-form";

export function CheckoutPage() {
  const website = useWebsite();
  const mayChange = usePermission("discounts-tax-shipping", "write");
  const settings = useGetStoreSettingsQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  if (settings.data === undefined) return <PendingPage title="Checkout" width="narrow" query={settings} />;
  return (
    <Page
      title="Checkout"
      width="narrow"
      status={mayChange ? undefined : <ViewOnlyChip />}
      description="Who can buy, and what you ask for besides the address."
    >
      <CheckoutForm key={website.id} settings={settings.data} editable={mayChange} />
    </Page>
  );
}
