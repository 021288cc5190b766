import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { ErrorState, LoadingRows } from "@/shared/ui/states";
import { useGetWebsiteSettingsQuery } from "../api";
import { CookiesForm } from "../forms/cookies-form";

export function CookiesPage() {
  const website = useWebsite();
  const editable = usePermission("site-settings", "write");
  const { data, isError, isFetching, error, refetch } = useGetWebsiteSettingsQuery(
    { websiteId: website.id },
    { refetchOnMountOrArgChange: true },
  );
  const settings = isFetching ? undefined : data;
  return (
    <Page
      title="Cookies and consent"
      description="Which cookies are set for visitors to your site. Cookies that the shop needs, such as for the cart and signing in, are always set."
      width="narrow"
      back={{ to: "../settings", label: "Back to the settings" }}
      status={editable ? undefined : <ViewOnlyChip />}
    >
      {settings ? (
        <CookiesForm key={website.id} settings={settings} editable={editable} />
      ) : isError ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows />
      )}
    </Page>
  );
}
