import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { actorText } from "@/shared/i18n/actor-text";
import { formatMoment } from "@/shared/i18n/format";
import { useServerWords } from "@/shared/i18n/use-server-words";
import { Card } from "@/shared/ui/card";
import type { Order } from "../api";

function actorOf(entry: Order["timeline"][number]): string | null {
  return entry.actor === "" ? null : actorText(entry);
}

interface TimelineCardProps {
  entries: Order["timeline"];
  children?: ReactNode;
}

export function TimelineCard({ entries, children }: TimelineCardProps) {
  const newestFirst = entries.toReversed();
  const words = useServerWords();
  return (
    <Card title={t`Timeline`}>
      {children}
      <Stack component="ol" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {newestFirst.map((entry, index) => (
          <Stack component="li" key={`${entry.at}-${entry.kind}-${index}`} direction="row" sx={{ gap: 1.5 }}>
            <Stack aria-hidden sx={{ alignItems: "center", pt: 0.75 }}>
              <Box
                sx={{ width: 9, height: 9, borderRadius: "50%", bgcolor: index === 0 ? "primary.main" : "divider" }}
              />
              {index < newestFirst.length - 1 && <Box sx={{ width: 2, flex: 1, bgcolor: "divider", mt: 0.5 }} />}
            </Stack>
            <Box sx={{ pb: index < newestFirst.length - 1 ? 2 : 0 }}>
              <Typography variant="body2" sx={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>
                {words(entry.message, entry.messageText)}
              </Typography>
              <Typography variant="caption" color="textSecondary">
                {[formatMoment(entry.at), actorOf(entry)].filter(Boolean).join(" · ")}
              </Typography>
            </Box>
          </Stack>
        ))}
      </Stack>
    </Card>
  );
}
