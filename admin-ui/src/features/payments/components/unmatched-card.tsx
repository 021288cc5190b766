import Alert from "@mui/material/Alert";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { formatMoment } from "@/shared/i18n/format";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { useListUnmatchedMessagesQuery } from "../api";

/** Messages of providers that fit no payment; nothing is shown while there are none. */
export function UnmatchedCard() {
  const website = useWebsite();
  const messages = useListUnmatchedMessagesQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  if (messages.isError) return <Alert severity="warning">The providers’ messages could not be loaded.</Alert>;
  if (!messages.data || messages.data.length === 0) return null;
  return (
    <Card title="Messages without a payment">
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        Providers told us about payments that this site does not know. They are tried again for about two days.
      </Typography>
      <Stack component="ul" sx={{ listStyle: "none", m: 0, p: 0, gap: 1.5 }}>
        {messages.data.map((message) => (
          <li key={message.id}>
            <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
              {message.provider}: {message.says} ({message.eventId})
            </Typography>
            <Typography variant="caption" color="textSecondary">
              {[formatMoment(message.receivedOn), message.status === "given-up" ? "given up" : "being tried again"].join(" · ")}
            </Typography>
          </li>
        ))}
      </Stack>
    </Card>
  );
}
