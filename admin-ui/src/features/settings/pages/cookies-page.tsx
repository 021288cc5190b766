import { t } from "@lingui/core/macro";
import { useWebsite } from "@/shared/session/hooks";
import { SettingsPage } from "@/shared/ui/settings-page";
import { useGetWebsiteSettingsQuery } from "../api";
import { CookiesForm } from "../forms/cookies-form";

export function CookiesPage() {
  const website = useWebsite();
  const query = useGetWebsiteSettingsQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  return (
    <SettingsPage
      title={t`Cookies and consent`}
      description={t`Which cookies are set for visitors to your site. Cookies that the shop needs, such as for the cart and signing in, are always set.`}
      back={{ to: "../settings", label: t`Back to the settings` }}
      resource="site-settings"
      query={query}
      isAlwaysFresh
    >
      {(settings, editable) => <CookiesForm key={website.id} settings={settings} editable={editable} />}
    </SettingsPage>
  );
}
