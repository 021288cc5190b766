import { t } from "@lingui/core/macro";
import Typography from "@mui/material/Typography";
import { Card } from "@/shared/ui/card";
import type { Order } from "../api";

/** Donor and message of a donation. */
export function DonationCard({ donation }: { donation: NonNullable<Order["donation"]> }) {
  return (
    <Card title={t`Donation`}>
      <Typography variant="body2">
        {donation.donorName === "" ? t`The donor’s data was erased.` : donation.donorName}
      </Typography>
      {donation.comment !== "" && (
        <Typography variant="body2" sx={{ mt: 1, whiteSpace: "pre-line", overflowWrap: "anywhere" }}>
          “{donation.comment}”
        </Typography>
      )}
    </Card>
  );
}
