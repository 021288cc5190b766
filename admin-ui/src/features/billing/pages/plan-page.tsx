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
import { planWords } from "../plan-words";

/** What the site's plan is, and how it becomes another. No plan is paid for here. */
export function PlanPage() {
  const website = useWebsite();
  const { pathname } = useLocation();
  const { path, isMine } = upgradeOf(website);
  const { name, meaning } = planWords(website.status);
  const isTrial = website.status === "trial";
  if (!pathname.endsWith(`/${path}`)) return <Navigate to={`/sites/${website.id}/${path}`} replace />;
  if (!isMine) {
    return (
      <Page title={isTrial ? "Upgrade" : "Plan"} width="narrow">
        <EmptyState title="Ask an administrator">
          The plan of this site is changed by its administrators and by people with the role Billing.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title={isTrial ? "Upgrade" : "Plan"} width="narrow" status={<Chip size="small" label={name} />}>
      <Stack sx={{ gap: 2 }}>
        <Card title="What visitors get">
          <Typography variant="body2" sx={{ pt: 1 }}>
            {meaning}
          </Typography>
        </Card>
        <FilesCard websiteId={website.id} />
        <Card title={isTrial ? "How the trial becomes a site of its own" : "How the plan becomes another"}>
          <Typography variant="body2" color="textSecondary" sx={{ pt: 1 }}>
            Nothing is charged here. Whoever runs this server gives sites their plan: ask them, and tell them the short name of this
            site, {website.identifier}. What you have made stays as it is.
          </Typography>
        </Card>
      </Stack>
    </Page>
  );
}

/** How many files the site can hold, and how large they may be. */
function FilesCard({ websiteId }: { websiteId: string }) {
  const { data: storage, error, refetch } = useGetStorageQuery({ websiteId });
  return (
    <Card title="Pictures and files" action={storage?.plan != null && <Chip size="small" label={storage.plan} />}>
      {storage !== undefined && (
        <Stack sx={{ gap: 1.5, pt: 1 }}>
          <StorageBar storage={storage} />
          <Typography variant="body2">
            A picture can have {formatBytes(storage.pictureBytes)}, any other file {formatBytes(storage.fileBytes)}.
          </Typography>
        </Stack>
      )}
      {storage === undefined && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingRows />)}
    </Card>
  );
}
