import { useMay, useWebsite } from "@/shared/session/hooks";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { ErrorState, LoadingRows } from "@/shared/ui/states";
import { useGetWebsiteSettingsQuery } from "../api";
import { CookiesForm } from "../forms/cookies-form";

export function CookiesPage() {
  const website = useWebsite();
  const editable = useMay("site-settings", "write");
  const { data, isError, isFetching, error, refetch } = useGetWebsiteSettingsQuery(
    { websiteId: website.id },
    { refetchOnMountOrArgChange: true },
  );
  const settings = isFetching ? undefined : data;
  return (
    <Page
      title="Cookies and consent"
      description="What is remembered of the people who look at your site. What the shop needs to work, such as the cart and signing in, is not concerned."
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
