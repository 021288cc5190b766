import { plural, t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { errorText } from "@/shared/i18n/error-text";
import { formatMoment } from "@/shared/i18n/format";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { ConfirmAction } from "@/shared/ui/confirm-action";
import { useToast } from "@/shared/ui/toast";
import { useReadUnsentQuery, useSendAllAgainMutation, type UnsentMail as Unsent } from "../api";

/** Failed e-mails and the reasons; renders nothing if there are none. */
export function UnsentMail() {
  const website = useWebsite();
  const query = useReadUnsentQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  if (query.isError) {
    return (
      <Alert severity="warning" action={<RetryButton onRetry={() => void query.refetch()} />}>
        {t`The delivery status of your e-mails could not be loaded. ${{ errorText: errorText(query.error) }}`}
      </Alert>
    );
  }
  if (query.data === undefined || query.data.waiting + query.data.failed === 0) return null;
  return <Notice unsent={query.data} />;
}

function RetryButton({ onRetry }: { onRetry: () => void }) {
  return (
    <Button color="inherit" size="small" onClick={onRetry}>
      {t`Try again`}
    </Button>
  );
}

function Notice({ unsent }: { unsent: Unsent }) {
  const { waiting, failed, lastAnswer, nextTryOn } = unsent;
  const counts = [
    ...(failed === 0
      ? []
      : [plural(failed, { one: "# e-mail was not delivered", other: "# e-mails were not delivered" })]),
    ...(waiting === 0
      ? []
      : [
          plural(waiting, {
            one: "# e-mail is waiting to be sent again",
            other: "# e-mails are waiting to be sent again",
          }),
        ]),
  ];
  return (
    <Alert
      severity={failed > 0 ? "error" : "warning"}
      sx={{ flexWrap: { xs: "wrap", sm: "nowrap" } }}
      action={<SendAllAgain count={waiting + failed} />}
    >
      <AlertTitle>{counts.join(", ")}</AlertTitle>
      {lastAnswer != null && <Answer text={lastAnswer} />}
      {waiting > 0 && nextTryOn != null && (
        <Typography variant="body2">
          {t`Next attempt ${{ moment: formatMoment(nextTryOn) }}. If the mail server was unavailable, e-mails are sent as soon as it responds again.`}
        </Typography>
      )}
    </Alert>
  );
}

export function Answer({ text }: { text: string }) {
  return (
    <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
      {t`Last response: ${text}`}
    </Typography>
  );
}

function SendAllAgain({ count }: { count: number }) {
  const website = useWebsite();
  const toast = useToast();
  const maySend = usePermission("orders", "publish");
  const [sendAll] = useSendAllAgainMutation();
  if (!maySend) return null;
  const confirm = async () => {
    const { count: sent } = await sendAll({ websiteId: website.id }).unwrap();
    toast.success(plural(sent, { one: "# e-mail is being sent.", other: "# e-mails are being sent." }));
  };
  return (
    <ConfirmAction
      label={t`Send all again`}
      button={{ color: "inherit", size: "small" }}
      question={plural(count, { one: "Send # e-mail again?", other: "Send # e-mails again?" })}
      consequence={t`E-mails that are waiting are sent now. E-mails that were not delivered within the last 30 days are retried for another four days.`}
      confirmLabel={t`Send all again`}
      tone="primary"
      onConfirm={confirm}
    />
  );
}
