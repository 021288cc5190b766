import { t } from "@lingui/core/macro";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { formatMoment } from "@/shared/i18n/format";
import { Card } from "@/shared/ui/card";
import type { Order } from "../api";
import { usePrintDocument } from "./use-print-document";

type Fulfillment = Order["fulfillments"][number];

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function contentOf(fulfillment: Fulfillment, items: Order["items"]): string {
  const named = fulfillment.items.map(({ orderItemId, quantity }) => {
    const item = items.find(({ id }) => id === orderItemId);
    return item === undefined ? null : `${quantity} × ${item.productName}`;
  });
  return named.filter((line) => line !== null).join(", ");
}

export function ShipmentsCard({ order: { id, fulfillments, items, pickup } }: { order: Order }) {
  const print = usePrintDocument(id);
  return (
    <Card title={pickup ? t`Ready for pickup` : t`Shipments`}>
      <Stack component="ul" sx={{ listStyle: "none", m: 0, p: 0, gap: 1.5 }}>
        {fulfillments.map((fulfillment) => (
          <Stack component="li" key={fulfillment.id}>
            <Typography variant="body2">
              {[fulfillment.carrier, fulfillment.trackingNumber].filter(Boolean).join(" · ") ||
                (pickup ? contentOf(fulfillment, items) : t`Shipped without tracking`)}
            </Typography>
            {fulfillment.trackingUrl && isWebAddress(fulfillment.trackingUrl) && (
              <Link href={fulfillment.trackingUrl} target="_blank" rel="noreferrer" variant="body2">
                {t`Track parcel`}
              </Link>
            )}
            {!pickup && (
              <Typography variant="caption" color="textSecondary">
                {contentOf(fulfillment, items)}
              </Typography>
            )}
            <Typography variant="caption" color="textSecondary">
              {formatMoment(fulfillment.createdOn)}
            </Typography>
            <Link
              component="button"
              type="button"
              variant="body2"
              sx={{ alignSelf: "flex-start" }}
              onClick={() => void print("packing-slip", fulfillment.id)}
            >
              {t`Print packing slip`}
            </Link>
          </Stack>
        ))}
      </Stack>
    </Card>
  );
}
