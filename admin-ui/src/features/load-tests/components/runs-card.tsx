import { t } from "@lingui/core/macro";
import Chip from "@mui/material/Chip";
import LinearProgress from "@mui/material/LinearProgress";
import SpeedOutlined from "@mui/icons-material/SpeedOutlined";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { formatMoment } from "@/shared/i18n/format";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { Card } from "@/shared/ui/card";
import { ConfirmAction } from "@/shared/ui/confirm-action";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import { useListLoadRunsInfiniteQuery, useRemoveLoadRunMutation, type LoadRun } from "../api";
import { countsText, isAny, removedPercent, states } from "../run-text";

/** Polling intervals in milliseconds: while a run is on or is being removed, and otherwise. */
const intervals = { busy: 2_000, calm: 10_000 };

const isOpen = ({ state }: LoadRun) => state === "running" || state === "removing";

const columns: Column<LoadRun>[] = [
  {
    id: "run",
    get header() {
      return t({ message: "Run", context: "of a load test" });
    },
    main: true,
    cell: (run) => <RunName run={run} />,
  },
  {
    id: "made",
    get header() {
      return t({ message: "What it made", context: "a run of a load test" });
    },
    breaks: true,
    cell: (run) => <WhatItMade run={run} />,
  },
  {
    id: "state",
    get header() {
      return t`State`;
    },
    phone: "end",
    cell: ({ state }) => <Chip size="small" variant="soft" {...states[state]} />,
  },
];

/** The runs of a site, with what they made. */
export function RunsCard() {
  const website = useWebsite();
  const [isBusy, setBusy] = useState(false);
  const pollingInterval = isBusy ? intervals.busy : intervals.calm;
  const list = useListLoadRunsInfiniteQuery(
    { websiteId: website.id },
    { refetchOnMountOrArgChange: true, pollingInterval, skipPollingIfUnfocused: true },
  );
  const runs = list.data?.pages.flatMap((page) => page.runs);
  const hasOpen = runs?.some(isOpen) ?? false;
  if (hasOpen !== isBusy) setBusy(hasOpen);
  const title = t({ message: "Runs", context: "of load tests" });
  return (
    <Card title={title} flush>
      {runs === undefined ? (
        list.isError ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <LoadingRows rows={2} />
        )
      ) : runs.length === 0 ? (
        <EmptyState title={t`No runs yet`} icon={<SpeedOutlined />}>
          {t`A run appears here as soon as a load generator has started it with the key.`}
        </EmptyState>
      ) : (
        <DataTable
          label={title}
          rows={runs}
          columns={columns}
          keyOf={({ id }) => id}
          hasMore={list.hasNextPage}
          loadingMore={list.isFetchingNextPage}
          moreError={list.isFetchNextPageError ? list.error : undefined}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </Card>
  );
}

function RunName({ run }: { run: LoadRun }) {
  const { name, profile } = run;
  const started = formatMoment(run.startedOn);
  return (
    <>
      {name}
      <Typography variant="body2" component="span" color="textSecondary" sx={{ display: "block" }}>
        {t`Profile ${profile}, started ${started}`}
      </Typography>
    </>
  );
}

function WhatItMade({ run }: { run: LoadRun }) {
  const { state } = run;
  const [made, removed, kept] = [countsText(run.made), countsText(run.removed), countsText(run.kept)];
  return (
    <Stack sx={{ gap: 1 }}>
      <Typography variant="body2">{state === "removed" ? t`Removed: ${removed}` : made}</Typography>
      {isAny(run.kept) && (
        <Typography variant="body2" color="textSecondary">
          {t`Kept, since people or real money have to do with it: ${kept}`}
        </Typography>
      )}
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
          "aria-label": t`Remove what the run made: ${name}`,
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
