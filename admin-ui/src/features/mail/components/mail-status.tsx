import { t } from "@lingui/core/macro";
import Chip from "@mui/material/Chip";
import type { MailSummary } from "../api";

const looks: Readonly<
  Record<MailSummary["status"], { label: string; tone: "success" | "info" | "error" | "default" }>
> = {
  queued: {
    get label() {
      return t`Waiting`;
    },
    tone: "info",
  },
  sent: {
    get label() {
      return t`Sent`;
    },
    tone: "success",
  },
  failed: {
    get label() {
      return t`Failed`;
    },
    tone: "error",
  },
  suppressed: {
    get label() {
      return t`Not sent`;
    },
    tone: "default",
  },
};

/** Status of an e-mail; one with a failed attempt says so while it waits for the next. */
export function MailStatus({ message }: { message: Pick<MailSummary, "status" | "lastAnswer"> }) {
  const { status, lastAnswer } = message;
  if (status === "queued" && lastAnswer != null)
    return <Chip size="small" variant="soft" color="warning" label={t`Trying again`} />;
  const look = looks[status];
  return <Chip size="small" variant="soft" color={look.tone} label={look.label} />;
}
