import { t } from "@lingui/core/macro";
import Chip from "@mui/material/Chip";
import { useWebsite } from "@/shared/session/hooks";
import { useCountCommentsQuery } from "../api";

/** Number of comments that wait for approval; renders nothing for 0. */
export function WaitingBadge() {
  const website = useWebsite();
  const { data } = useCountCommentsQuery({ websiteId: website.id });
  if (data === undefined || data.waiting === 0) return null;
  const shown = data.waiting > 99 ? "99+" : String(data.waiting);
  return (
    <Chip size="small" color="primary" label={shown} aria-label={t`${{ waiting: String(data.waiting) }} waiting`} />
  );
}
