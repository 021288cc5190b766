import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { Fragment } from "react";
import { Link as RouterLink } from "react-router";
import { uiLocale } from "@/shared/i18n/format";
import { AddressLines } from "@/shared/orders/address-lines";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import type { Order } from "../api";

interface CustomerCardProps {
  order: Order;
  /** Edit actions; null where editing is not possible. */
  onEdit: { email: (() => void) | null; shipping: (() => void) | null; billing: (() => void) | null };
}

function EditButton({ label, onEdit }: { label: string; onEdit: (() => void) | null }) {
  if (onEdit === null) return null;
  return (
    <Button size="small" onClick={onEdit} sx={{ mt: 0.5, ml: -1.25, verticalAlign: "baseline" }}>
      {label}
    </Button>
  );
}

/** What is kept for a ticked box. */
// oxlint-disable-next-line lingui/no-unlocalized-strings -- as it is stored
const ticked = "Yes";

/**
 * A ticked box is kept as a word in English, and a day as 2026-12-24; what is no day is shown as it is. Of earlier answers
 * the type is not known: a `Yes` among them means the same, ticked or typed.
 */
function answerText({ kind, value }: Order["answers"][number]): string {
  if (kind === "checkbox" || (kind == null && value === ticked)) return t`Yes`;
  const day = kind === "date" && /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(day)) return value;
  return new Intl.DateTimeFormat(uiLocale(), { dateStyle: "long", timeZone: "UTC" }).format(day);
}

export function CustomerCard({ order, onEdit }: CustomerCardProps) {
  const website = useWebsite();
  const mayReadCustomers = usePermission("customers", "read");
  const { shippingAddress, shippingAddressLines, billingAddress, billingAddressLines, pickup } = order;
  const same =
    shippingAddress &&
    billingAddress &&
    shippingAddressLines.join("\n") === billingAddressLines.join("\n") &&
    shippingAddress.phone === billingAddress.phone;
  return (
    <Card title={t`Customer`}>
      <Typography variant="body2">{order.customerName}</Typography>
      <Link href={`mailto:${order.customerEmail}`} variant="body2" sx={{ overflowWrap: "anywhere", mr: 2 }}>
        {order.customerEmail}
      </Link>
      <EditButton label={t`Edit e-mail`} onEdit={onEdit.email} />
      {mayReadCustomers && order.customerEmail !== "" && (
        <Typography variant="body2" sx={{ mt: 0.5 }}>
          <Link
            component={RouterLink}
            to={`/sites/${website.id}/customers?query=${encodeURIComponent(order.customerEmail)}`}
          >
            {t`View customer`}
          </Link>
        </Typography>
      )}
      {shippingAddress && (
        <AddressLines title={t`Ships to`} lines={shippingAddressLines} phone={shippingAddress.phone} />
      )}
      {shippingAddress && <EditButton label={t`Edit address`} onEdit={onEdit.shipping} />}
      {pickup && <AddressLines title={t`Picked up at`} lines={pickup.lines} phone={undefined} />}
      {billingAddress && !same && (
        <AddressLines title={t`Billed to`} lines={billingAddressLines} phone={billingAddress.phone} />
      )}
      {same && (
        <Typography variant="caption" color="textSecondary" sx={{ display: "block", mt: 1.5 }}>
          {t`Billing address is the same`}
        </Typography>
      )}
      <EditButton label={billingAddress ? t`Edit billing address` : t`Add a billing address`} onEdit={onEdit.billing} />
      {order.note && (
        <>
          <Divider sx={{ my: 2 }} />
          <Typography variant="overline" color="textSecondary">
            {t`Note`}
          </Typography>
          <Typography variant="body2" sx={{ whiteSpace: "pre-line" }}>
            {order.note}
          </Typography>
        </>
      )}
      {order.answers.map((answer) => (
        <Fragment key={answer.fieldId}>
          <Divider sx={{ my: 2 }} />
          <Typography variant="overline" color="textSecondary" component="h3">
            {answer.label}
          </Typography>
          <Typography variant="body2" sx={{ whiteSpace: "pre-line" }}>
            {answerText(answer)}
          </Typography>
        </Fragment>
      ))}
    </Card>
  );
}
