import Chip from "@mui/material/Chip";
import { formatMoment } from "@/shared/i18n/format";
import type { PageSummary } from "../api";

type Shown = Pick<PageSummary, "status" | "enabled" | "hasUnpublishedChanges" | "publishFailure">;
type Color = "default" | "success" | "warning" | "info" | "error";

const labels: Readonly<Partial<Record<PageSummary["status"], { label: string; color: Color }>>> = {
  draft: { label: "Draft", color: "default" },
  "needs-review": { label: "Needs Review", color: "warning" },
  scheduled: { label: "Scheduled", color: "info" },
  private: { label: "Private", color: "default" },
};

export function statusLabel(page: Shown): { label: string; color: Color } {
  if (page.publishFailure) return { label: "Not published", color: "error" };
  const named = labels[page.status];
  if (named) return named;
  if (!page.enabled) return { label: "Off", color: "default" };
  if (page.hasUnpublishedChanges) return { label: "Unpublished changes", color: "warning" };
  return { label: "Published", color: "success" };
}

/** Why the scheduled publication of a draft failed. */
export function failureSentence({ failedOn, messages }: NonNullable<PageSummary["publishFailure"]>): string {
  return `Not published on ${formatMoment(failedOn)}: ${messages.join(" ")}`;
}

/** Publication status of a page. */
export function PageStatus({ page }: { page: Shown }) {
  const { label, color } = statusLabel(page);
  return <Chip size="small" variant="soft" color={color} label={label} />;
}
