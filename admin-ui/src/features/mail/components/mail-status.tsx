import Chip from "@mui/material/Chip";
import type { MailSummary } from "../api";

const looks: Record<string, { label: string; tone: "success" | "info" | "error" } | undefined> = {
  queued: { label: "Waiting", tone: "info" },
  sent: { label: "Sent", tone: "success" },
  failed: { label: "Failed", tone: "error" },
};

export function MailStatus({ status }: { status: MailSummary["status"] }) {
  const look = looks[status];
  return <Chip size="small" variant="soft" color={look?.tone ?? "default"} label={look?.label ?? status} />;
}
