import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { errorText } from "../i18n/error-text";
import { formatMoment } from "../i18n/format";
import { useMay, useWebsite } from "../session/hooks";
import { useToast } from "../ui/toast";
import { useExtendTrialMutation, useGetTrialQuery, type Trial } from "./api";

/** Says how long a site can still be tried out, and offers more time once. */
export function TrialNotice() {
  const website = useWebsite();
  const maySee = useMay("site-settings", "read");
  const trial = useGetTrialQuery({ websiteId: website.id }, { skip: !maySee });
  if (trial.data === undefined || !trial.data.onTrial) return null;
  return <Notice trial={trial.data} />;
}

function words({ ended, daysLeft, keptUntil }: Trial): string {
  if (ended) {
    const until = keptUntil == null ? "" : ` What it holds is kept until ${formatMoment(keptUntil)}.`;
    return `The trial of this site has ended, and visitors do not see it.${until}`;
  }
  return daysLeft === 1 ? "This is the last day of the trial." : `The trial of this site ends in ${daysLeft} days.`;
}

function Notice({ trial }: { trial: Trial }) {
  const website = useWebsite();
  const mayExtend = useMay("billing", "write") && trial.mayExtend;
  const toast = useToast();
  const [extend, { isLoading }] = useExtendTrialMutation();
  const ask = async () => {
    const outcome = await extend({ websiteId: website.id });
    if (outcome.error === undefined) toast.say("The trial is seven days longer");
    else toast.warn(errorText(outcome.error));
  };
  return (
    <Alert
      severity={trial.ended ? "warning" : "info"}
      square
      action={
        mayExtend && (
          <Button color="inherit" size="small" loading={isLoading} onClick={() => void ask()}>
            Seven more days
          </Button>
        )
      }
    >
      {words(trial)}
    </Alert>
  );
}
