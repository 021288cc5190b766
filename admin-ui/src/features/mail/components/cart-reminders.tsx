import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { useReadCartRemindersQuery } from "../api";

/** Results of abandoned-cart e-mails; renders nothing if none were ever sent. */
export function CartReminders() {
  const website = useWebsite();
  const { data } = useReadCartRemindersQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  if (data === undefined || (!data.enabled && data.sent === 0)) return null;
  const figures = [
    { label: t`Sent`, value: data.sent },
    { label: t`Returned to the cart`, value: data.cameBack },
    { label: t`Ordered within 30 days`, value: data.bought },
  ];
  return (
    <Card title={data.enabled ? t`Abandoned cart e-mails` : t`Abandoned cart e-mails (off)`}>
      <Box component="dl" sx={{ display: "flex", flexWrap: "wrap", columnGap: 5, rowGap: 1.5, m: 0, pt: 1 }}>
        {figures.map(({ label, value }) => (
          <Box key={label}>
            <Typography component="dt" variant="body2" color="textSecondary">
              {label}
            </Typography>
            <Typography component="dd" variant="h6" sx={{ m: 0 }}>
              {value}
            </Typography>
          </Box>
        ))}
      </Box>
    </Card>
  );
}
