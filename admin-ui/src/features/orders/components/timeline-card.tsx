import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { formatMoment } from "@/shared/i18n/format";
import { useAccount } from "@/shared/session/hooks";
import type { Account } from "@/shared/session/types";
import { Card } from "@/shared/ui/card";
import type { Order } from "../api";

/** The API names the doer by id; only one's own name is known here. */
function doerOf(actor: string, account: Account | null): string | null {
  switch (actor) {
    case "":
      return null;
    case "system":
      return "Automatic";
    case "visitor":
      return "Customer";
    default:
      return actor === account?.id ? account.name : "Another person";
  }
}

export function TimelineCard({ entries }: { entries: Order["timeline"] }) {
  const account = useAccount();
  const newestFirst = entries.toSorted((left, right) => right.at - left.at);
  return (
    <Card title="Timeline">
      <Stack component="ol" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {newestFirst.map((entry, index) => (
          <Stack component="li" key={`${entry.at}-${entry.kind}-${index}`} direction="row" sx={{ gap: 1.5 }}>
            <Stack aria-hidden sx={{ alignItems: "center", pt: 0.75 }}>
              <Box sx={{ width: 9, height: 9, borderRadius: "50%", bgcolor: index === 0 ? "primary.main" : "divider" }} />
              {index < newestFirst.length - 1 && <Box sx={{ width: 2, flex: 1, bgcolor: "divider", mt: 0.5 }} />}
            </Stack>
            <Box sx={{ pb: index < newestFirst.length - 1 ? 2 : 0 }}>
              <Typography variant="body2">{entry.message}</Typography>
              <Typography variant="caption" color="textSecondary">
                {[formatMoment(entry.at), doerOf(entry.actor, account)].filter(Boolean).join(" · ")}
              </Typography>
            </Box>
          </Stack>
        ))}
      </Stack>
    </Card>
  );
}
