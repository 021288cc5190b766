import Chip from "@mui/material/Chip";
import type { MailSummary } from "../api";

const looks: Record<MailSummary["status"], { label: string; tone: "success" | "info" | "error" }> = {
  queued: { label: "Waiting", tone: "info" },
  sent: { label: "Sent", tone: "success" },
  failed: { label: "Failed", tone: "error" },
};

export function MailStatus({ status }: { status: MailSummary["status"] }) {
  const { label, tone } = looks[status];
  return <Chip size="small" variant="soft" color={tone} label={label} />;
}
