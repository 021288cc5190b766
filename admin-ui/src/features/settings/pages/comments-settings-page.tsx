import { t } from "@lingui/core/macro";
import { useWebsite } from "@/shared/session/hooks";
import { SettingsPage } from "@/shared/ui/settings-page";
import { useGetWebsiteSettingsQuery } from "../api";
import { CommentsForm } from "../forms/comments-form";

export function CommentsSettingsPage() {
  const website = useWebsite();
  const query = useGetWebsiteSettingsQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  return (
    <SettingsPage
      title={t`Comments, likes and sharing`}
      description={t`Who can comment on your posts, which comments need approval, and where visitors can share posts.`}
      back={{ to: "../settings", label: t`Back to the settings` }}
      resource="site-settings"
      query={query}
      isAlwaysFresh
    >
      {(settings, editable) => <CommentsForm key={website.id} settings={settings} editable={editable} />}
    </SettingsPage>
  );
}
