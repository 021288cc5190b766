import { plural, t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { errorText } from "../i18n/error-text";
import { formatMoment } from "../i18n/format";
import { usePermission, useWebsite } from "../session/hooks";
import { useToast } from "../ui/toast";
import { useExtendTrialMutation, useGetTrialQuery, type Trial } from "./api";

/** Shows the remaining trial time, and offers one extension. */
export function TrialNotice() {
  const website = useWebsite();
  const maySee = usePermission("site-settings", "read");
  const trial = useGetTrialQuery({ websiteId: website.id }, { skip: !maySee });
  if (trial.data === undefined || !trial.data.onTrial) return null;
  return <Notice trial={trial.data} />;
}

function words({ ended, daysLeft, keptUntil }: Trial): string {
  if (ended) {
    const until = keptUntil == null ? "" : t` Its content is kept until ${{ moment: formatMoment(keptUntil) }}.`;
    return t`The trial of this site has ended, and visitors do not see it.${until}`;
  }
  return plural(daysLeft, {
    one: "This is the last day of the trial.",
    other: "The trial of this site ends in # days.",
  });
}

function Notice({ trial }: { trial: Trial }) {
  const website = useWebsite();
  const mayExtend = usePermission("billing", "write") && trial.mayExtend;
  const toast = useToast();
  const [extend, { isLoading }] = useExtendTrialMutation();
  const ask = async () => {
    const outcome = await extend({ websiteId: website.id });
    if (outcome.error === undefined) toast.success(t`The trial was extended by seven days`);
    else toast.error(errorText(outcome.error));
  };
  return (
    <Alert
      severity={trial.ended ? "warning" : "info"}
      square
      action={
        mayExtend && (
          <Button color="inherit" size="small" loading={isLoading} onClick={() => void ask()}>
            {t`Extend by 7 days`}
          </Button>
        )
      }
    >
      {words(trial)}
    </Alert>
  );
}
