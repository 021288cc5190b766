import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { formatMoment } from "@/shared/i18n/format";
import { formatMoney } from "@/shared/money/money";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import type { Order } from "../api";

type Refund = Order["refunds"][number];

const pending = {
  get label() {
    return t`Pending`;
  },
  color: "warning",
} as const;
const looks = {
  started: pending,
  pending,
  unknown: pending,
  succeeded: {
    get label() {
      return t`Refunded`;
    },
    color: "success",
  },
  failed: {
    get label() {
      return t`Failed`;
    },
    color: "error",
  },
} as const satisfies Record<Refund["status"], { label: string; color: "success" | "warning" | "error" }>;

function isOpen(refund: Refund): boolean {
  return looks[refund.status] === pending;
}

export function RefundsCard({ order }: { order: Order }) {
  const { locale } = useWebsite();
  return (
    <Card title={t`Refunds`}>
      {order.refunds.some(isOpen) && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {t`A refund is pending: the payment provider has not confirmed it yet. Its status is checked automatically.`}
        </Alert>
      )}
      <Stack component="ul" sx={{ listStyle: "none", m: 0, p: 0, gap: 1.5 }}>
        {order.refunds.map((refund) => {
          const look = looks[refund.status];
          return (
            <Stack component="li" key={refund.id} direction="row" sx={{ justifyContent: "space-between", gap: 2 }}>
              <Box sx={{ minWidth: 0 }}>
                <Chip size="small" variant="soft" color={look.color} label={look.label} />
                <Typography variant="body2" sx={{ mt: 0.5, overflowWrap: "anywhere" }}>
                  {[refund.reason, refund.message].filter(Boolean).join(" · ")}
                </Typography>
                <Typography variant="caption" color="textSecondary">
                  {[formatMoment(refund.createdOn), refund.actorName].filter(Boolean).join(" · ")}
                </Typography>
              </Box>
              <Typography variant="body2">{formatMoney(refund.amountCents, order.currency, locale)}</Typography>
            </Stack>
          );
        })}
      </Stack>
    </Card>
  );
}
