import { t } from "@lingui/core/macro";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { Navigate, useLocation } from "react-router";
import { useGetStorageQuery } from "@/shared/assets/api";
import { StorageBar } from "@/shared/assets/storage-use";
import { formatBytes } from "@/shared/i18n/format";
import { useWebsite } from "@/shared/session/hooks";
import { upgradeOf } from "@/shared/session/upgrade";
import { Card } from "@/shared/ui/card";
import { Page } from "@/shared/ui/page";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { planLabels } from "../plan-labels";

/** The site's plan and the ways to change it. Payment is not taken here. */
export function PlanPage() {
  const website = useWebsite();
  const { pathname } = useLocation();
  const { path, isMine } = upgradeOf(website);
  const { name, meaning } = planLabels(website.status);
  const isTrial = website.status === "trial";
  if (!pathname.endsWith(`/${path}`)) return <Navigate to={`/sites/${website.id}/${path}`} replace />;
  if (!isMine) {
    return (
      <Page title={isTrial ? t`Upgrade` : t`Plan`} width="narrow">
        <EmptyState title={t`Ask an administrator`}>
          {t`Only administrators and people with the Billing role can change the plan of this site.`}
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title={isTrial ? t`Upgrade` : t`Plan`} width="narrow" status={<Chip size="small" label={name} />}>
      <Stack sx={{ gap: 2 }}>
        <Card title={t`What visitors see`}>
          <Typography variant="body2" sx={{ pt: 1 }}>
            {meaning}
          </Typography>
        </Card>
        <FilesCard websiteId={website.id} />
        <Card title={isTrial ? t`How to upgrade` : t`How to change the plan`}>
          <Typography variant="body2" color="textSecondary" sx={{ pt: 1 }}>
            {t`You cannot pay for a plan here. Plans are set by the administrator of this server: ask them, and tell them the short name of this site, ${{ identifier: website.identifier }}. Your content stays as it is.`}
          </Typography>
        </Card>
      </Stack>
    </Page>
  );
}

/** Storage limit of the site and the maximum file size. */
function FilesCard({ websiteId }: { websiteId: string }) {
  const { data: storage, error, refetch } = useGetStorageQuery({ websiteId });
  return (
    <Card title={t`Images and files`} action={storage?.plan != null && <Chip size="small" label={storage.plan} />}>
      {storage !== undefined && (
        <Stack sx={{ gap: 1.5, pt: 1 }}>
          <StorageBar storage={storage} />
          <Typography variant="body2">
            {t`An image can be up to ${{ bytes: formatBytes(storage.pictureBytes) }}, any other file up to ${{ bytes2: formatBytes(storage.fileBytes) }}.`}
          </Typography>
        </Stack>
      )}
      {storage === undefined && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingRows />)}
    </Card>
  );
}
