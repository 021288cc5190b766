import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { ErrorState, LoadingRows } from "@/shared/ui/states";
import { useGetWebsiteSettingsQuery } from "../api";
import { CommentsForm } from "../forms/comments-form";

export function CommentsSettingsPage() {
  const website = useWebsite();
  const editable = usePermission("site-settings", "write");
  const { data, isError, isFetching, error, refetch } = useGetWebsiteSettingsQuery(
    { websiteId: website.id },
    { refetchOnMountOrArgChange: true },
  );
  const settings = isFetching ? undefined : data;
  return (
    <Page
      title="Comments, likes and sharing"
      description="Who can comment on your posts, which comments need approval, and where visitors can share posts."
      width="narrow"
      back={{ to: "../settings", label: "Back to the settings" }}
      status={editable ? undefined : <ViewOnlyChip />}
    >
      {settings ? (
        <CommentsForm key={website.id} settings={settings} editable={editable} />
      ) : isError ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows />
      )}
    </Page>
  );
}
