import { plural, t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { errorText } from "@/shared/i18n/error-text";
import { formatMoment } from "@/shared/i18n/format";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";
import { useGetMailQuery, useSendAgainMutation, type MailMessage } from "../api";
import { Answer } from "./unsent-mail";

/** Polling interval for an e-mail that is being sent, in milliseconds. */
const POLL_INTERVAL_MS = 5_000;

/** Why an e-mail is not sent yet, or has failed; renders nothing for a sent one. */
export function DeliveryNotice({ message }: { message: MailMessage }) {
  if (message.status === "queued") return <Waiting message={message} />;
  return message.status === "failed" ? <Failed message={message} /> : null;
}

function Waiting({ message }: { message: MailMessage }) {
  const website = useWebsite();
  useGetMailQuery({ websiteId: website.id, mailId: message.id }, { pollingInterval: POLL_INTERVAL_MS });
  const { lastAnswer, awaitsServer, nextTryOn, tries } = message;
  if (lastAnswer == null) return <Alert severity="info">{t`This e-mail is being sent.`}</Alert>;
  const next = awaitsServer
    ? t`It is sent as soon as the mail server responds again.`
    : nextTryOn != null && t`Next attempt ${{ moment: formatMoment(nextTryOn) }}.`;
  return (
    <Alert severity="warning" sx={{ flexWrap: { xs: "wrap", sm: "nowrap" } }} action={<SendAgain message={message} />}>
      <AlertTitle>{t`This e-mail is waiting to be sent again`}</AlertTitle>
      <Answer text={lastAnswer} />
      <Typography variant="body2">
        {tries > 0 && plural(tries, { one: "Tried # time. ", other: "Tried # times. " })}
        {next}
      </Typography>
    </Alert>
  );
}

function Failed({ message }: { message: MailMessage }) {
  return (
    <Alert severity="error" sx={{ flexWrap: { xs: "wrap", sm: "nowrap" } }} action={<SendAgain message={message} />}>
      <AlertTitle>{t`This e-mail was not delivered`}</AlertTitle>
      {message.lastAnswer != null && <Answer text={message.lastAnswer} />}
      {!message.canBeSentAgain && (
        <Typography variant="body2">
          {t`Its link is only valid for a short time, so its text was not stored. The recipient can request a new one.`}
        </Typography>
      )}
    </Alert>
  );
}

function SendAgain({ message }: { message: MailMessage }) {
  const website = useWebsite();
  const toast = useToast();
  const maySend = usePermission("orders", "publish");
  const [send, { isLoading }] = useSendAgainMutation();
  if (!maySend || !message.canBeSentAgain) return null;
  const sendAgain = async () => {
    const outcome = await send({ websiteId: website.id, mailId: message.id });
    if (outcome.error === undefined) toast.success(t`The e-mail is being sent.`);
    else toast.error(errorText(outcome.error));
  };
  return (
    <Button color="inherit" size="small" disabled={isLoading} onClick={() => void sendAgain()}>
      {t`Send again`}
    </Button>
  );
}
