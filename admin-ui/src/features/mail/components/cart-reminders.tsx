import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { useReadCartRemindersQuery } from "../api";

/** What came of letters about carts that were left behind; nothing while none were ever written. */
export function CartReminders() {
  const website = useWebsite();
  const { data } = useReadCartRemindersQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  if (data === undefined || (!data.enabled && data.sent === 0)) return null;
  const figures = [
    { label: "Written", value: data.sent },
    { label: "Came back", value: data.cameBack },
    { label: "Bought within 30 days", value: data.bought },
  ];
  return (
    <Card title={data.enabled ? "Letters about carts left behind" : "Letters about carts left behind (off)"}>
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
