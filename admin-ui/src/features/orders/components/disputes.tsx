import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { Fragment } from "react";
import { formatMoment } from "@/shared/i18n/format";
import { formatMoney } from "@/shared/money/money";
import { disputeLooks } from "@/shared/orders/order-status";
import { useWebsite } from "@/shared/session/hooks";
import type { Payment } from "../api";

type Dispute = Payment["disputes"][number];

/** Disputes of a payment; renders nothing if there are none. */
export function Disputes({ payment }: { payment: Payment }) {
  if (payment.disputes.length === 0) return null;
  return (
    <Stack component="ul" aria-label={t`Disputes`} sx={{ listStyle: "none", m: 0, p: 0, gap: 1 }}>
      {payment.disputes.map((dispute) => (
        <li key={dispute.id}>
          <DisputeAlert dispute={dispute} />
        </li>
      ))}
    </Stack>
  );
}

function DisputeAlert({ dispute }: { dispute: Dispute }) {
  const { locale } = useWebsite();
  const { label, tone } = disputeLooks[dispute.status];
  const amount = dispute.amountCents == null ? null : formatMoney(dispute.amountCents, dispute.currency, locale);
  const facts = [reasonText(dispute), formatMoment(dispute.updatedOn), dispute.id].filter(Boolean);
  return (
    <Alert severity={tone === "default" ? "info" : tone}>
      <AlertTitle>{amount === null ? label : `${label} · ${amount}`}</AlertTitle>
      {explanation(dispute)}
      <Typography variant="caption" component="p" sx={{ mt: 0.5, overflowWrap: "anywhere" }}>
        {facts.map((fact, index) => (
          <Fragment key={fact}>
            {index > 0 && " · "}
            <bdi>{fact}</bdi>
          </Fragment>
        ))}
      </Typography>
    </Alert>
  );
}

/** The provider's word, such as `product_not_received`, in a readable form. */
function reasonText({ reason }: Dispute): string {
  return reason === "" ? "" : t`Reason: ${{ reason: reason.replaceAll("_", " ") }}`;
}

function explanation({ status, respondBy }: Dispute): string {
  switch (status) {
    case "needs-response":
      return respondBy == null
        ? t`The customer asked their bank for the money. Answer at the payment provider.`
        : t`The customer asked their bank for the money. Answer at the payment provider before ${{ moment: formatMoment(respondBy) }}.`;
    case "under-review":
      return t`The customer’s bank decides. Do not refund the payment meanwhile.`;
    case "won":
      return t`The payment stays with you.`;
    case "lost":
      return t`The bank took the money back. The refunds of the order do not contain it: do not refund it as well.`;
    case "closed":
      return t`The dispute ended without a decision.`;
  }
}
