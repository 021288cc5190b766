import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Divider from "@mui/material/Divider";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { formatMoney } from "@/shared/money/money";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { Thumbnail } from "@/shared/ui/thumbnail";
import type { Order } from "../api";
import { planText } from "../plan-text";

/** A line of its own that runs in the direction of its text, and begins where the page does. */
const ownLine = { display: "block", width: "fit-content" } as const;

export function ItemsCard({ order }: { order: Order }) {
  const { locale } = useWebsite();
  const price = (minor: number) => formatMoney(minor, order.currency, locale);
  return (
    <Card title={t`Items`}>
      <Stack component="ul" sx={{ listStyle: "none", p: 0, m: 0, gap: 2 }}>
        {order.items.map((item) => (
          <Stack component="li" key={item.id} direction="row" sx={{ gap: 2, alignItems: "center" }}>
            <Thumbnail url={item.imageUrl ?? null} size={52} />
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography variant="body2" sx={{ fontWeight: 550 }}>
                {item.productName}
              </Typography>
              <Typography variant="caption" color="textSecondary" dir="auto" sx={ownLine}>
                {[...Object.values(item.attributes), item.sku].filter(Boolean).join(" · ")}
              </Typography>
              {item.answers.map(({ label, value }) => (
                <Typography key={label} variant="caption" color="textSecondary" dir="auto" sx={ownLine}>
                  {label}: {value}
                </Typography>
              ))}
              <Typography variant="caption" color="textSecondary">
                {[
                  `${item.quantity} × ${price(item.unitPriceCents)}`,
                  item.plan ? t`Subscribed, ${{ subscription: planText(item.plan) }}` : "",
                  item.priceList ? t`Price list “${{ priceList: item.priceList }}”` : "",
                  item.fulfilledQuantity > 0
                    ? order.pickup
                      ? t`${{ fulfilledQuantity: item.fulfilledQuantity }} picked up`
                      : t`${{ fulfilledQuantity: item.fulfilledQuantity }} shipped`
                    : "",
                  item.refundedQuantity > 0 ? t`${{ refundedQuantity: item.refundedQuantity }} refunded` : "",
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </Typography>
            </Box>
            <Typography variant="body2">{price(item.totalCents)}</Typography>
          </Stack>
        ))}
      </Stack>
      <Divider sx={{ my: 2 }} />
      <Stack component="dl" sx={{ m: 0, gap: 0.75 }}>
        <Line label={t`Subtotal`} value={price(order.subtotalCents)} />
        {order.discounts.map(({ id, label, code, amountCents, freeShipping }) => (
          <Line
            key={id}
            label={code == null ? label : `${label} (${code})`}
            value={freeShipping ? t`Free shipping` : price(-amountCents)}
          />
        ))}
        <Line
          label={order.shippingOption ? t`Shipping (${{ label: order.shippingOption.label }})` : t`Shipping`}
          value={price(order.shippingCents)}
        />
        {order.taxes.map(({ label, inclusive, amountCents }) => (
          <Line key={label} label={inclusive ? t`${label} (included)` : label} value={price(amountCents)} />
        ))}
        <Line label={t`Total`} value={price(order.grandTotalCents)} strong />
        {order.refundedCents > 0 && <Line label={t`Refunded`} value={price(-order.refundedCents)} />}
      </Stack>
    </Card>
  );
}

function Line({ label, value, strong = false }: { label: string; value: string; strong?: boolean }) {
  const variant = strong ? "subtitle2" : "body2";
  return (
    <Stack direction="row" sx={{ justifyContent: "space-between" }}>
      <Typography component="dt" variant={variant} color={strong ? "textPrimary" : "textSecondary"}>
        {label}
      </Typography>
      <Typography component="dd" variant={variant} sx={{ m: 0 }}>
        {value}
      </Typography>
    </Stack>
  );
}
