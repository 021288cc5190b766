import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { errorText } from "@/shared/i18n/error-text";
import { formatMoment } from "@/shared/i18n/format";
import { formatMoney } from "@/shared/money/money";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { ConfirmDialog } from "@/shared/ui/confirm-dialog";
import { useToast } from "@/shared/ui/toast";
import { useCapturePaymentMutation, useListPaymentMessagesQuery, type Order, type Payment } from "../api";
import { messageStatusText, methodText, paymentStatusText, reportedText } from "../payment-texts";
import { ChargeSavedMethod } from "./charge-saved-method";
import { Disputes } from "./disputes";
import { UnknownPayment } from "./unknown-payment";

export function PaymentsCard({ order }: { order: Order }) {
  const { locale } = useWebsite();
  return (
    <Card title={t`Payments`}>
      {order.payments.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          {t`No payments yet, or none needed.`}
        </Typography>
      ) : (
        <Stack component="ul" sx={{ listStyle: "none", m: 0, p: 0, gap: 1.5 }}>
          {order.payments.map((payment) => (
            <Stack component="li" key={payment.id} sx={{ gap: 1 }}>
              <Stack direction="row" sx={{ justifyContent: "space-between", gap: 2 }}>
                <Box sx={{ minWidth: 0 }}>
                  <Typography variant="body2">
                    {methodText(payment.method)} · {paymentStatusText(payment.status)}
                  </Typography>
                  <Typography variant="caption" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
                    {[formatMoment(payment.createdOn), payment.provider, payment.providerRef]
                      .filter(Boolean)
                      .join(" · ")}
                  </Typography>
                </Box>
                <Typography variant="body2">{formatMoney(payment.amountCents, order.currency, locale)}</Typography>
              </Stack>
              <Deadline order={order} payment={payment} />
              <CapturePayment order={order} payment={payment} />
              <UnknownPayment order={order} payment={payment} />
              <Disputes payment={payment} />
            </Stack>
          ))}
        </Stack>
      )}
      <ChargeSavedMethod order={order} />
      <Messages order={order} />
    </Card>
  );
}

function isSetAside({ status }: Payment): boolean {
  return status === "authorised";
}

/** Whether the payment can be marked as received manually. */
function isConfirmedManually({ isByHand, status }: Payment): boolean {
  return isByHand && (status === "pending" || status === "expired");
}

function Deadline({ order, payment }: { order: Order; payment: Payment }) {
  if (isSetAside(payment) && payment.captureBefore != null) {
    return (
      <Alert severity="warning">
        {t`The payment is authorized but not captured. Capture it before ${{ moment: formatMoment(payment.captureBefore) }}: after that, the authorization may expire.`}
      </Alert>
    );
  }
  if (payment.isByHand && payment.status === "pending" && order.heldUntil != null) {
    return (
      <Alert severity="info">{t`The items are reserved until ${{ moment: formatMoment(order.heldUntil) }}.`}</Alert>
    );
  }
  if (payment.isOnDelivery && payment.status === "pending" && order.paymentStatus === "AWAITING_PAYMENT") {
    return (
      <Alert severity="info">
        {t`The customer pays on delivery. Ship the order, and mark it as paid when you have received the money.`}
      </Alert>
    );
  }
  return null;
}

function CapturePayment({ order, payment }: { order: Order; payment: Payment }) {
  const { id: websiteId, locale } = useWebsite();
  const mayWrite = usePermission("orders", "write");
  const toast = useToast();
  const [isAsking, setAsking] = useState(false);
  const [capture, { isLoading }] = useCapturePaymentMutation();
  const isOpen = ["AWAITING_PAYMENT", "AUTHORIZED", "FAILED"].includes(order.paymentStatus);
  const isCanceled = order.fulfillmentStatus === "CANCELED";
  if (!mayWrite || !isOpen || isCanceled || !(isSetAside(payment) || isConfirmedManually(payment))) return null;
  const amount = formatMoney(payment.amountCents, order.currency, locale);
  const take = async () => {
    const answer = await capture({ websiteId, orderId: order.id, paymentId: payment.id });
    setAsking(false);
    if (answer.error === undefined) toast.success(takenText(payment, answer.data));
    else toast.error(errorText(answer.error));
  };
  return (
    <>
      <Button variant="outlined" sx={{ alignSelf: "start" }} onClick={() => setAsking(true)}>
        {isSetAside(payment) ? t`Capture ${amount}` : t`Mark as paid`}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={isSetAside(payment) ? t`Capture ${amount}?` : t`Mark as paid?`}
        confirmLabel={isSetAside(payment) ? t`Capture payment` : t`Mark as paid`}
        busy={isLoading}
        onConfirm={() => void take()}
        onCancel={() => setAsking(false)}
      >
        {isSetAside(payment)
          ? t`This collects the authorized amount. After that, it can only be refunded.`
          : t`Confirm that you have received ${amount} in full. The customer gets the confirmation by e-mail.`}
      </ConfirmDialog>
    </>
  );
}

function takenText(payment: Payment, order: Order): string {
  const now = order.payments.find(({ id }) => id === payment.id);
  return now !== undefined && isSetAside(now)
    ? t`The provider has not confirmed the capture yet. It is checked again automatically.`
    : t`The order is paid.`;
}

/** Messages of payment providers about the payments; renders nothing if there are none. */
function Messages({ order }: { order: Order }) {
  const { id: websiteId } = useWebsite();
  const messages = useListPaymentMessagesQuery({ websiteId, orderId: order.id });
  if (!messages.data || messages.data.length === 0) return null;
  return (
    <Box sx={{ mt: 2.5 }}>
      <Typography variant="overline" color="textSecondary" component="h3">
        {t`Provider messages`}
      </Typography>
      <Stack component="ul" sx={{ listStyle: "none", m: 0, p: 0, gap: 1 }}>
        {messages.data.map((message) => (
          <li key={message.id}>
            <Typography variant="body2">
              {formatMoment(message.receivedOn)}: {reportedText(message.says)}
            </Typography>
            <Typography variant="caption" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
              {[
                message.provider,
                message.eventId,
                message.status === "applied" ? null : messageStatusText(message.status),
              ]
                .filter(Boolean)
                .join(" · ")}
            </Typography>
          </li>
        ))}
      </Stack>
    </Box>
  );
}
