import { t } from "@lingui/core/macro";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useNavigate, useParams } from "react-router";
import { formatMoment } from "@/shared/i18n/format";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { DeleteAction } from "@/shared/ui/delete-action";
import { Page, ViewOnlyChip, type BackLink } from "@/shared/ui/page";
import { PendingPage } from "@/shared/ui/pending-page";
import { useToast } from "@/shared/ui/toast";
import {
  useDeleteExperimentMutation,
  useGetExperimentQuery,
  useUpdateExperimentMutation,
  type Experiment,
} from "../api";
import { EndCard, PreviewCard, StartCard } from "../components/experiment-actions";
import { LanguagesCard } from "../components/languages-card";
import { ResultsCard } from "../components/results-card";
import { goalTexts, statuses, targetTexts } from "../experiment-text";
import { ExperimentForm } from "../forms/experiment-form";
import { formOf } from "../forms/experiment-form-state";

export function ExperimentPage() {
  const website = useWebsite();
  const { experimentId = "" } = useParams();
  const query = useGetExperimentQuery({ websiteId: website.id, experimentId }, { refetchOnMountOrArgChange: true });
  const back = { to: `/sites/${website.id}/experiments`, label: t`All experiments` };
  if (query.data === undefined) return <PendingPage title={t`Experiment`} width="narrow" back={back} query={query} />;
  return <LoadedExperiment key={query.data.id} experiment={query.data} back={back} />;
}

function LoadedExperiment({ experiment, back }: { experiment: Experiment; back: BackLink }) {
  const website = useWebsite();
  const navigate = useNavigate();
  const toast = useToast();
  const editable = usePermission("content", "write");
  const mayDelete = usePermission("content", "delete");
  const maySeeResults = usePermission("analytics", "read");
  const [update] = useUpdateExperimentMutation();
  const [remove] = useDeleteExperimentMutation();
  const reference = { websiteId: website.id, experimentId: experiment.id };
  const { status } = experiment;
  return (
    <Page
      title={experiment.name}
      back={back}
      width="narrow"
      status={
        <>
          <Chip size="small" variant="soft" {...statuses[status]} />
          {!editable && <ViewOnlyChip />}
        </>
      }
      actions={
        status !== "ACTIVE" &&
        mayDelete && (
          <DeleteAction
            what={t`this experiment`}
            consequence={t`Its results are no longer shown. Pages stay as they are.`}
            onDelete={async () => {
              await remove(reference).unwrap();
              toast.success(t`Experiment deleted`);
              void navigate(back.to);
            }}
          />
        )
      }
    >
      <Stack sx={{ gap: 2 }}>
        {status === "DRAFT" ? (
          <ExperimentForm
            initial={formOf(experiment)}
            editable={editable}
            above={(isEdited) => <StartCard experiment={experiment} isEdited={isEdited} />}
            onSave={async (change) => {
              const saved = await update({ ...reference, revision: experiment.revision, change }).unwrap();
              toast.success(t`Experiment saved`);
              return formOf(saved);
            }}
          />
        ) : (
          <>
            <Summary experiment={experiment} />
            {maySeeResults ? (
              <ResultsCard experiment={experiment} />
            ) : (
              <Typography color="textSecondary">{t`Your role does not allow you to see the results.`}</Typography>
            )}
            {status === "ACTIVE" && <PreviewCard experiment={experiment} />}
            {status === "ACTIVE" && <EndCard experiment={experiment} />}
          </>
        )}
        <LanguagesCard experiment={experiment} />
      </Stack>
    </Page>
  );
}

function Summary({ experiment }: { experiment: Experiment }) {
  const { target, goal, goalValue, startedOn, endedOn, winner } = experiment;
  const start = startedOn == null ? "–" : formatMoment(startedOn);
  const end = endedOn == null ? "" : formatMoment(endedOn);
  const goalText = [goalTexts[goal], goalValue].filter(Boolean).join(": ");
  return (
    <Card title={targetTexts[target]}>
      <Stack sx={{ pt: 1, gap: 0.5 }}>
        <Typography>{t`Goal: ${goalText}`}</Typography>
        <Typography>{endedOn == null ? t`Running since ${start}` : t`Ran from ${start} to ${end}`}</Typography>
        {winner != null && <Typography>{t`Chosen variant: ${winner}`}</Typography>}
      </Stack>
    </Card>
  );
}
