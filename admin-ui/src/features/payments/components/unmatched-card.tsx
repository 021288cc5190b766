import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { formatMoment } from "@/shared/i18n/format";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { useListUnmatchedMessagesQuery } from "../api";

/** Provider messages that match no payment; renders nothing if there are none. */
export function UnmatchedCard() {
  const website = useWebsite();
  const messages = useListUnmatchedMessagesQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  if (messages.isError) return <Alert severity="warning">{t`The providers’ messages could not be loaded.`}</Alert>;
  if (!messages.data || messages.data.length === 0) return null;
  return (
    <Card title={t`Unmatched provider messages`}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {t`Providers reported payments that match no order on this site. Matching is retried for about two days.`}
      </Typography>
      <Stack component="ul" sx={{ listStyle: "none", m: 0, p: 0, gap: 1.5 }}>
        {messages.data.map((message) => (
          <li key={message.id}>
            <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
              {message.provider}: {message.says} ({message.eventId})
            </Typography>
            <Typography variant="caption" color="textSecondary">
              {[formatMoment(message.receivedOn), message.status === "given-up" ? t`not matched` : t`retrying`].join(
                " · ",
              )}
            </Typography>
          </li>
        ))}
      </Stack>
    </Card>
  );
}
