import { useMay, useWebsite } from "@/shared/session/hooks";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { ErrorState, LoadingRows } from "@/shared/ui/states";
import { useGetSettingsQuery } from "../api";
import { SettingsForm } from "../forms/settings-form";

export function SettingsPage() {
  const website = useWebsite();
  const editable = useMay("site-settings", "write");
  const { data, isError, isFetching, error, refetch } = useGetSettingsQuery(
    { websiteId: website.id },
    { refetchOnMountOrArgChange: true },
  );
  const settings = isFetching ? undefined : data;
  return (
    <Page title="Settings" width="narrow" status={editable ? undefined : <ViewOnlyChip />}>
      {settings ? (
        <SettingsForm key={website.id} settings={settings} editable={editable} />
      ) : isError ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows />
      )}
    </Page>
  );
}
