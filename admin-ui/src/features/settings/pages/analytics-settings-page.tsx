import { t } from "@lingui/core/macro";
import { useWebsite } from "@/shared/session/hooks";
import { SettingsPage } from "@/shared/ui/settings-page";
import { useGetWebsiteSettingsQuery } from "../api";
import { AnalyticsForm } from "../forms/analytics-form";

export function AnalyticsSettingsPage() {
  const website = useWebsite();
  const query = useGetWebsiteSettingsQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  return (
    <SettingsPage
      title={t`Analytics settings`}
      description={t`What is counted of visits to your site. “Do not track” and Global Privacy Control are always respected.`}
      back={{ to: "../settings", label: t`Back to the settings` }}
      resource="site-settings"
      query={query}
      isAlwaysFresh
    >
      {(settings, editable) => <AnalyticsForm key={website.id} settings={settings} editable={editable} />}
    </SettingsPage>
  );
}
