import { t } from "@lingui/core/macro";
import { useWebsite } from "@/shared/session/hooks";
import { useGetStoreSettingsQuery } from "@/shared/store-settings/api";
import { SettingsPage } from "@/shared/ui/settings-page";
import { CheckoutForm } from "../forms/checkout-form";

export function CheckoutPage() {
  const website = useWebsite();
  const query = useGetStoreSettingsQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  return (
    <SettingsPage
      title={t`Checkout`}
      description={t`Who can buy, and what you ask for besides the address.`}
      resource="discounts-tax-shipping"
      query={query}
    >
      {(settings, editable) => <CheckoutForm key={website.id} settings={settings} editable={editable} />}
    </SettingsPage>
  );
}
