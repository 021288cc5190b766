import Chip from "@mui/material/Chip";
import type { MailSummary } from "../api";

const looks: Record<string, { label: string; tone: "success" | "info" | "error" } | undefined> = {
  queued: { label: "Waiting", tone: "info" },
  sent: { label: "Sent", tone: "success" },
  failed: { label: "Failed", tone: "error" },
};

/** Status of an e-mail; one with a failed attempt says so while it waits for the next. */
export function MailStatus({ message }: { message: Pick<MailSummary, "status" | "lastAnswer"> }) {
  const { status, lastAnswer } = message;
  if (status === "queued" && lastAnswer != null) return <Chip size="small" variant="soft" color="warning" label="Trying again" />;
  const look = looks[status];
  return <Chip size="small" variant="soft" color={look?.tone ?? "default"} label={look?.label ?? status} />;
}
