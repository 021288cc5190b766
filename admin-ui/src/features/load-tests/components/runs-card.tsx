import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import LinearProgress from "@mui/material/LinearProgress";
import SpeedOutlined from "@mui/icons-material/SpeedOutlined";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { formatMoment } from "@/shared/i18n/format";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { ConfirmAction } from "@/shared/ui/confirm-action";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import { useListLoadRunsQuery, useRemoveLoadRunMutation, type LoadRun } from "../api";
import { countsText, removedPercent, states } from "../run-text";

/** Polling intervals in milliseconds: while a run is on or is being removed, and otherwise. */
const intervals = { busy: 2_000, calm: 10_000 };

const isOpen = ({ state }: LoadRun) => state === "running" || state === "removing";

/** The runs of a site, with what they made. */
export function RunsCard() {
  const website = useWebsite();
  const [isBusy, setBusy] = useState(false);
  const pollingInterval = isBusy ? intervals.busy : intervals.calm;
  const list = useListLoadRunsQuery(
    { websiteId: website.id },
    { refetchOnMountOrArgChange: true, pollingInterval, skipPollingIfUnfocused: true },
  );
  const hasOpen = list.data?.some(isOpen) ?? false;
  if (hasOpen !== isBusy) setBusy(hasOpen);
  return (
    <Card title={t({ message: "Runs", context: "of load tests" })} flush>
      {list.data === undefined ? (
        list.isError ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <LoadingRows rows={2} />
        )
      ) : list.data.length === 0 ? (
        <EmptyState title={t`No runs yet`} icon={<SpeedOutlined />}>
          {t`A run appears here as soon as a load generator has started it with the key.`}
        </EmptyState>
      ) : (
        <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
          {list.data.map((run) => (
            <RunRow key={run.id} run={run} />
          ))}
        </Box>
      )}
    </Card>
  );
}

function RunRow({ run }: { run: LoadRun }) {
  const { name, profile, state } = run;
  const made = countsText(run.made);
  const started = formatMoment(run.startedOn);
  return (
    <Stack component="li" aria-label={name} sx={{ gap: 1, px: 2.5, py: 2, borderTop: 1, borderColor: "divider" }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: "center", justifyContent: "space-between", flexWrap: "wrap" }}>
        <Typography variant="body2" sx={{ fontWeight: 550, overflowWrap: "anywhere" }}>
          {name}
        </Typography>
        <Chip size="small" variant="soft" {...states[state]} />
      </Stack>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
        {t`Profile ${profile}, started ${started}`}
      </Typography>
      <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
        {state === "removed" ? t`Removed: ${made}` : t`Made: ${made}`}
      </Typography>
      {state === "removing" && <RemovalProgress run={run} />}
      {(state === "running" || state === "ended") && <RemoveAction run={run} made={made} />}
    </Stack>
  );
}

function RemovalProgress({ run }: { run: LoadRun }) {
  const percent = removedPercent(run);
  return (
    <>
      <LinearProgress variant="determinate" value={percent} aria-label={t`Removal of ${{ name: run.name }}`} />
      <Typography variant="caption" color="textSecondary" role="status">
        {t`${percent} % removed`}
      </Typography>
    </>
  );
}

function RemoveAction({ run, made }: { run: LoadRun; made: string }) {
  const website = useWebsite();
  const toast = useToast();
  const mayRemove = usePermission("developer-keys", "delete");
  const [remove] = useRemoveLoadRunMutation();
  const { name } = run;
  if (!mayRemove) return null;
  return (
    <div>
      <ConfirmAction
        label={t`Remove what the run made`}
        button={{
          size: "small",
          color: "error",
          sx: { ml: -0.75 },
          "aria-label": t`Remove what the run ${name} made`,
        }}
        tone="error"
        question={t`Remove what ${name} made?`}
        consequence={
          run.state === "running"
            ? t`This ends the run. These are removed for good, and stock and uses of discount codes given back: ${made}.`
            : t`These are removed for good, and stock and uses of discount codes given back: ${made}.`
        }
        confirmLabel={t`Remove`}
        onConfirm={async () => {
          await remove({ websiteId: website.id, runId: run.id }).unwrap();
          toast.success(t`Removal has started`);
        }}
      />
    </div>
  );
}
