import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import Box from "@mui/material/Box";
import { formatMoment } from "@/shared/i18n/format";
import { formatMoney } from "@/shared/money/money";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import type { Order } from "../api";

export function PaymentsCard({ order }: { order: Order }) {
  const { locale } = useWebsite();
  return (
    <Card title="Payments">
      {order.payments.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          No payment was needed or made.
        </Typography>
      ) : (
        <Stack component="ul" sx={{ listStyle: "none", m: 0, p: 0, gap: 1.5 }}>
          {order.payments.map((payment) => (
            <Stack component="li" key={payment.id} direction="row" sx={{ justifyContent: "space-between", gap: 2 }}>
              <Box sx={{ minWidth: 0 }}>
                <Typography variant="body2" sx={{ textTransform: "capitalize" }}>
                  {payment.method} · {payment.status.toLowerCase().replaceAll(/[_-]/g, " ")}
                </Typography>
                <Typography variant="caption" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
                  {[formatMoment(payment.createdOn), payment.provider, payment.providerRef].filter(Boolean).join(" · ")}
                </Typography>
              </Box>
              <Typography variant="body2">{formatMoney(payment.amountCents, order.currency, locale)}</Typography>
            </Stack>
          ))}
        </Stack>
      )}
    </Card>
  );
}
