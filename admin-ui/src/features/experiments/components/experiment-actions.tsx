import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { errorText } from "@/shared/i18n/error-text";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { ConfirmAction } from "@/shared/ui/confirm-action";
import { useToast } from "@/shared/ui/toast";
import {
  useEndExperimentMutation,
  useMakeExperimentPreviewMutation,
  useStartExperimentMutation,
  type Experiment,
} from "../api";

interface ActionProps {
  experiment: Experiment;
}

/** Whether the user may make variants public. */
function useMayPublish({ target }: Experiment): boolean {
  const mayContent = usePermission("content", "publish");
  const mayDesign = usePermission("design", "publish");
  return mayContent && (target !== "theme" || mayDesign);
}

interface StartCardProps extends ActionProps {
  /** Whether the form below has changes that are not saved. */
  isEdited: boolean;
}

export function StartCard({ experiment, isEdited }: StartCardProps) {
  const website = useWebsite();
  const toast = useToast();
  const mayPublish = useMayPublish(experiment);
  const [start] = useStartExperimentMutation();
  if (!mayPublish) return null;
  const reference = { websiteId: website.id, experimentId: experiment.id };
  return (
    <Card title={t`Start`}>
      <Typography variant="body2" color="textSecondary" sx={{ pt: 0.5, pb: 2 }}>
        {t`From the start on, each visitor sees one of the variants, and always the same. What the variants show is taken at this moment.`}
      </Typography>
      {isEdited && (
        <Typography variant="body2" role="status" sx={{ pb: 2 }}>
          {t`Save your changes before the start.`}
        </Typography>
      )}
      <ConfirmAction
        label={t`Start experiment`}
        button={{ variant: "contained", disabled: isEdited }}
        question={t`Start this experiment?`}
        consequence={t`Visitors see its variants at once. It can then no longer be changed, only ended.`}
        confirmLabel={t`Start experiment`}
        onConfirm={async () => {
          await start({ ...reference, revision: experiment.revision }).unwrap();
          toast.success(t`Experiment started`);
        }}
      />
    </Card>
  );
}

export function PreviewCard({ experiment }: ActionProps) {
  const website = useWebsite();
  const toast = useToast();
  const [make, { isLoading }] = useMakeExperimentPreviewMutation();
  const [busy, setBusy] = useState<string | null>(null);
  const open = async (variant: string) => {
    // Opened before the request: browsers block windows that are not opened by a click.
    const tab = window.open("", "_blank");
    setBusy(variant);
    const made = await make({ websiteId: website.id, experimentId: experiment.id });
    setBusy(null);
    if (made.error !== undefined) {
      tab?.close();
      return toast.error(errorText(made.error));
    }
    tab?.location.replace(`${made.data.url}&variant=${variant}`);
  };
  return (
    <Card title={t`Preview`}>
      <Typography variant="body2" color="textSecondary" sx={{ pt: 0.5, pb: 2 }}>
        {t`The chosen variant stays in this browser until it is closed. Your visits are not counted.`}
      </Typography>
      <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
        {experiment.variants.map(({ name }) => (
          <Button
            key={name}
            variant="outlined"
            color="inherit"
            loading={busy === name}
            disabled={isLoading}
            onClick={() => void open(name)}
          >
            {t`Open ${name}`}
          </Button>
        ))}
      </Stack>
    </Card>
  );
}

export function EndCard({ experiment }: ActionProps) {
  const website = useWebsite();
  const toast = useToast();
  const mayPublish = useMayPublish(experiment);
  const [end] = useEndExperimentMutation();
  if (!mayPublish) return null;
  const stop = async (winner: string | null) => {
    await end({ websiteId: website.id, experimentId: experiment.id, winner }).unwrap();
    toast.success(t`Experiment ended`);
  };
  return (
    <Card title={t`End`}>
      <Typography variant="body2" color="textSecondary" sx={{ pt: 0.5, pb: 2 }}>
        {t`All visitors see the original again, or the variant that you publish in its place.`}
      </Typography>
      <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
        {experiment.variants.map(({ name }, position) => (
          <ConfirmAction
            key={name}
            label={position === 0 ? t`Keep the original` : t`Publish ${name}`}
            button={{ variant: "outlined", color: "inherit" }}
            question={position === 0 ? t`End this experiment?` : t`Publish ${name} and end this experiment?`}
            consequence={
              position === 0
                ? t`All visitors see the original again.`
                : t`It replaces the original for all visitors. The former content stays in the history of the page.`
            }
            confirmLabel={position === 0 ? t`End experiment` : t`Publish and end`}
            onConfirm={() => stop(name)}
          />
        ))}
      </Stack>
    </Card>
  );
}
