import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { errorText } from "@/shared/i18n/error-text";
import { formatAge, formatMoment } from "@/shared/i18n/format";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import { useListPluginJobsQuery, useRunPluginJobMutation, type PluginJob } from "../deliveries-api";
import { cadenceText, runText } from "../delivery-words";

/** The scheduled jobs of plugins, with their last runs. */
export function PluginJobs() {
  const website = useWebsite();
  const query = useListPluginJobsQuery(
    { websiteId: website.id },
    { refetchOnMountOrArgChange: true, pollingInterval: 15_000 },
  );
  return (
    <Card title={t`Scheduled jobs`} flush>
      {query.data === undefined ? (
        query.isError ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <LoadingRows rows={2} />
        )
      ) : query.data.length === 0 ? (
        <EmptyState title={t`No scheduled jobs`}>
          {t`Plugins that do something regularly list it here once they are switched on.`}
        </EmptyState>
      ) : (
        <Stack component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
          {query.data.map((job) => (
            <JobRow key={`${job.pluginId} ${job.name}`} job={job} />
          ))}
        </Stack>
      )}
    </Card>
  );
}

function JobRow({ job }: { job: PluginJob }) {
  const website = useWebsite();
  const toast = useToast();
  const mayChange = usePermission("plugins", "write");
  const [run, { isLoading }] = useRunPluginJobMutation();
  const now = async () => {
    const outcome = await run({ websiteId: website.id, pluginId: job.pluginId, jobName: job.name });
    if (outcome.error === undefined) toast.success(t`The job runs now`);
    else toast.error(errorText(outcome.error));
  };
  return (
    <Stack
      component="li"
      direction={{ xs: "column", sm: "row" }}
      sx={{ gap: 1, px: 2.5, py: 1.5, borderTop: 1, borderColor: "divider", alignItems: { sm: "center" } }}
    >
      <Stack sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
          {t`${{ job: job.name }} of ${{ plugin: job.pluginId }}`}
        </Typography>
        <Typography variant="caption" color="textSecondary">
          {t`${{ cadence: cadenceText(job) }}, next ${{ moment: formatMoment(job.dueOn) }}`}
        </Typography>
        {job.runs.length === 0 ? (
          <Typography variant="caption" color="textSecondary">
            {t`It has not run yet.`}
          </Typography>
        ) : (
          <Stack component="ul" aria-label={t`Last runs`} sx={{ listStyle: "none", m: 0, p: 0 }}>
            {job.runs.slice(0, 5).map((one) => (
              <Typography
                key={one.id}
                component="li"
                variant="caption"
                color={one.status === "failed" ? "error" : "textSecondary"}
                sx={{ overflowWrap: "anywhere" }}
              >
                {[formatAge(one.beganOn), runText(one), one.error].filter((part) => part != null).join(" · ")}
              </Typography>
            ))}
          </Stack>
        )}
      </Stack>
      {mayChange && (
        <Button
          size="small"
          loading={isLoading || job.asked}
          aria-label={t`Run ${{ job: job.name }} now`}
          onClick={() => void now()}
        >
          {t`Run now`}
        </Button>
      )}
    </Stack>
  );
}
