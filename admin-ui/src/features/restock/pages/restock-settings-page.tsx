import { usePermission, useWebsite } from "@/shared/session/hooks";
import { useGetStoreSettingsQuery } from "@/shared/store-settings/api";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { PendingPage } from "@/shared/ui/pending-page";
import { RestockForm } from "../forms/restock-form";

export function RestockSettingsPage() {
  const website = useWebsite();
  const editable = usePermission("discounts-tax-shipping", "write");
  const query = useGetStoreSettingsQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  const back = { to: `/sites/${website.id}/restock`, label: "Restock notices" };
  const title = "Stock and restock settings";
  if (query.data === undefined) return <PendingPage title={title} width="narrow" back={back} query={query} />;
  return (
    <Page title={title} width="narrow" back={back} status={editable ? undefined : <ViewOnlyChip />}>
      <RestockForm settings={query.data} editable={editable} />
    </Page>
  );
}
