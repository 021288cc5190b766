import { t } from "@lingui/core/macro";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { formatMoney } from "@/shared/money/money";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import type { Order } from "../api";

/** The gift cards of an order. Only the buyer sees their codes. */
export function GiftCardsCard({ order }: { order: Order }) {
  const { locale } = useWebsite();
  const money = (cents: number) => formatMoney(cents, order.currency, locale);
  return (
    <Card title={t`Gift cards`}>
      <Stack component="ul" sx={{ listStyle: "none", m: 0, p: 0, gap: 1 }}>
        {order.giftCards.map((card) => (
          <Stack
            component="li"
            key={`${card.orderItemId} ${card.codeEnd}`}
            direction="row"
            sx={{ justifyContent: "space-between", gap: 2 }}
          >
            <Typography variant="body2">{t`Ends in ${{ codeEnd: card.codeEnd }}`}</Typography>
            <Typography variant="body2">
              {t`${{ money: money(card.balanceCents) }} of ${{ money2: money(card.amountCents) }} left`}
            </Typography>
          </Stack>
        ))}
      </Stack>
    </Card>
  );
}
