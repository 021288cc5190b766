import { t } from "@lingui/core/macro";
import { useWebsite } from "@/shared/session/hooks";
import { useGetStoreSettingsQuery } from "@/shared/store-settings/api";
import { SettingsPage } from "@/shared/ui/settings-page";
import { RestockForm } from "../forms/restock-form";

export function RestockSettingsPage() {
  const website = useWebsite();
  const query = useGetStoreSettingsQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  return (
    <SettingsPage
      title={t`Stock and restock settings`}
      back={{ to: `/sites/${website.id}/restock`, label: t`Restock notices` }}
      resource="discounts-tax-shipping"
      query={query}
    >
      {(settings, editable) => <RestockForm settings={settings} editable={editable} />}
    </SettingsPage>
  );
}
