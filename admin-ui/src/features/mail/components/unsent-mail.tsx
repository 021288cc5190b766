import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { errorText } from "@/shared/i18n/error-text";
import { formatCount, formatMoment } from "@/shared/i18n/format";
import { useMay, useWebsite } from "@/shared/session/hooks";
import { ConfirmAction } from "@/shared/ui/confirm-action";
import { useToast } from "@/shared/ui/toast";
import { useReadUnsentQuery, useSendAllAgainMutation, type UnsentMail as Unsent } from "../api";

/** E-mails that did not get out, and why; nothing while all of them did. */
export function UnsentMail() {
  const website = useWebsite();
  const query = useReadUnsentQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  if (query.isError) {
    return (
      <Alert severity="warning" action={<RetryButton onRetry={() => void query.refetch()} />}>
        It is not known whether all e-mails got out. {errorText(query.error)}
      </Alert>
    );
  }
  if (query.data === undefined || query.data.waiting + query.data.failed === 0) return null;
  return <Notice unsent={query.data} />;
}

function RetryButton({ onRetry }: { onRetry: () => void }) {
  return (
    <Button color="inherit" size="small" onClick={onRetry}>
      Try again
    </Button>
  );
}

function Notice({ unsent }: { unsent: Unsent }) {
  const { waiting, failed, lastAnswer, nextTryOn } = unsent;
  const counts = [
    ...(failed === 0 ? [] : [`${formatCount(failed, "e-mail was", "e-mails were")} not delivered`]),
    ...(waiting === 0 ? [] : [`${formatCount(waiting, "e-mail waits", "e-mails wait")} for another try`]),
  ];
  return (
    <Alert severity={failed > 0 ? "error" : "warning"} sx={{ flexWrap: { xs: "wrap", sm: "nowrap" } }} action={<SendAllAgain count={waiting + failed} />}>
      <AlertTitle>{counts.join(", ")}</AlertTitle>
      {lastAnswer != null && <Answer text={lastAnswer} />}
      {waiting > 0 && nextTryOn != null && (
        <Typography variant="body2">
          Next try {formatMoment(nextTryOn)}. What waits because the mail server is away goes as soon as it answers again.
        </Typography>
      )}
    </Alert>
  );
}

export function Answer({ text }: { text: string }) {
  return (
    <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
      Last answer: {text}
    </Typography>
  );
}

function SendAllAgain({ count }: { count: number }) {
  const website = useWebsite();
  const toast = useToast();
  const maySend = useMay("orders", "publish");
  const [sendAll] = useSendAllAgainMutation();
  if (!maySend) return null;
  const confirm = async () => {
    const { count: sent } = await sendAll({ websiteId: website.id }).unwrap();
    toast.say(`${formatCount(sent, "e-mail is", "e-mails are")} on the way.`);
  };
  return (
    <ConfirmAction
      label="Send all again"
      button={{ color: "inherit", size: "small" }}
      question={`Send ${formatCount(count, "e-mail", "e-mails")} again?`}
      consequence="Those that wait are tried now. Those that were not delivered within the last 30 days are tried for another four days."
      confirmLabel="Send all again"
      tone="primary"
      onConfirm={confirm}
    />
  );
}
