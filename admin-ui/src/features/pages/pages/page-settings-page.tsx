import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import EditOutlined from "@mui/icons-material/EditOutlined";
import { Link, useParams } from "react-router";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { PendingPage } from "@/shared/ui/pending-page";
import { useToast } from "@/shared/ui/toast";
import { useGetPageSettingsQuery, useSavePageSettingsMutation, type PageSettings } from "../api";
import { DiscussionCard } from "../components/discussion-card";
import { ReservedAddressSentence } from "../components/page-status";
import { StatusCard } from "../components/status-card";
import { PageSettingsForm } from "../forms/page-settings-form";

export function PageSettingsPage() {
  const website = useWebsite();
  const { pageId = "" } = useParams();
  const query = useGetPageSettingsQuery({ websiteId: website.id, pageId }, { refetchOnMountOrArgChange: true });
  const back = { to: `/sites/${website.id}/pages`, label: t`All pages` };
  if (query.data === undefined)
    return <PendingPage title={t`Page settings`} width="narrow" back={back} query={query} />;
  return <LoadedPage key={query.data.id} page={query.data} back={back} />;
}

function LoadedPage({ page, back }: { page: PageSettings; back: { to: string; label: string } }) {
  const website = useWebsite();
  const toast = useToast();
  const editable = usePermission("content", "write");
  const [save] = useSavePageSettingsMutation();
  return (
    <Page
      title={page.title}
      back={back}
      width="narrow"
      description={page.fullUrl}
      status={editable ? undefined : <ViewOnlyChip />}
      actions={
        page.kind === "page" && (
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<EditOutlined />}
            component={Link}
            to={`/sites/${website.id}/pages/${page.id}/edit`}
          >
            {t`Edit page`}
          </Button>
        )
      }
    >
      <Stack sx={{ gap: 2 }}>
        {page.hasReservedAddress && (
          <Alert severity="warning">
            <ReservedAddressSentence />
          </Alert>
        )}
        {page.kind === "page" && <StatusCard page={page} />}
        <PageSettingsForm
          page={page}
          editable={editable}
          onSave={async (change) => {
            const ref = { websiteId: website.id, pageId: page.id };
            const saved = await save({ ...ref, revision: page.revision, change }).unwrap();
            toast.success(saved.hasUnpublishedChanges ? t`Saved. Publish to show visitors the new names.` : t`Saved`);
            return saved;
          }}
        />
        {page.kind === "page" && <DiscussionCard pageId={page.id} editable={editable} />}
      </Stack>
    </Page>
  );
}
