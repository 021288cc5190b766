import { t } from "@lingui/core/macro";
import Chip from "@mui/material/Chip";
import { formatMoment } from "@/shared/i18n/format";
import { useServerWords } from "@/shared/i18n/use-server-words";
import type { PageSummary } from "../api";

type Shown = Pick<PageSummary, "status" | "enabled" | "hasUnpublishedChanges" | "publishFailure">;
type Color = "default" | "success" | "warning" | "info" | "error";

const labels: Readonly<Partial<Record<PageSummary["status"], { label: string; color: Color }>>> = {
  draft: {
    get label() {
      return t`Draft`;
    },
    color: "default",
  },
  "needs-review": {
    get label() {
      return t`Needs Review`;
    },
    color: "warning",
  },
  scheduled: {
    get label() {
      return t`Scheduled`;
    },
    color: "info",
  },
  private: {
    get label() {
      return t`Private`;
    },
    color: "default",
  },
};

function statusLabel(page: Shown): { label: string; color: Color } {
  if (page.publishFailure) return { label: t`Not published`, color: "error" };
  const named = labels[page.status];
  if (named) return named;
  if (!page.enabled) return { label: t`Off`, color: "default" };
  if (page.hasUnpublishedChanges) return { label: t`Unpublished changes`, color: "warning" };
  return { label: t`Published`, color: "success" };
}

type Failure = NonNullable<PageSummary["publishFailure"]>;

/** Why the scheduled publication of a draft failed. */
export function useFailureSentence({ failedOn, messages, messageTexts }: Failure): string {
  const words = useServerWords();
  const said = messages.map((message) => words(message, messageTexts?.[message]));
  return t`Not published on ${{ moment: formatMoment(failedOn) }}: ${{ messages: said.join(" ") }}`;
}

/** The same as text. */
export function FailureSentence({ failure }: { failure: Failure }) {
  return useFailureSentence(failure);
}

/** Why visitors do not see a page whose address the site uses itself. */
export function ReservedAddressSentence() {
  return t`Visitors do not see this page: the site uses its address itself. Give it another address.`;
}

/** Publication status of a page. */
export function PageStatus({ page }: { page: Shown }) {
  const { label, color } = statusLabel(page);
  return <Chip size="small" variant="soft" color={color} label={label} />;
}
