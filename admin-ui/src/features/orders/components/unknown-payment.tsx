import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { errorText } from "@/shared/i18n/error-text";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { ConfirmDialog } from "@/shared/ui/confirm-dialog";
import { useToast } from "@/shared/ui/toast";
import { useAskForPaymentMutation, useGiveUpPaymentMutation, type Order, type Payment } from "../api";

/** A payment of unknown outcome: the provider can be asked again, or the payment cancelled. */
export function UnknownPayment({ order, payment }: { order: Order; payment: Payment }) {
  const { id: websiteId } = useWebsite();
  const mayWrite = usePermission("orders", "write");
  const toast = useToast();
  const [isAsking, setAsking] = useState(false);
  const [ask, asked] = useAskForPaymentMutation();
  const [giveUp, givenUp] = useGiveUpPaymentMutation();
  if (payment.status !== "unknown" && payment.status !== "started") return null;
  const path = { websiteId, orderId: order.id, paymentId: payment.id };
  const askAgain = async () => {
    const answer = await ask(path);
    if (answer.error === undefined) toast.success(answerText(payment, answer.data));
    else toast.error(errorText(answer.error));
  };
  const end = async () => {
    const answer = await giveUp(path);
    setAsking(false);
    if (answer.error === undefined) toast.success(t`Payment marked as failed. The order can be paid another way.`);
    else toast.error(errorText(answer.error));
  };
  return (
    <Stack sx={{ gap: 1, alignItems: "start" }}>
      <Alert severity="warning">
        {t`The provider has not confirmed this payment yet. Its status is checked automatically, at increasing intervals.`}
      </Alert>
      {mayWrite && (
        <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
          <Button variant="outlined" loading={asked.isLoading} onClick={() => void askAgain()}>
            {t`Check now`}
          </Button>
          <Button color="inherit" onClick={() => setAsking(true)}>
            {t`Mark as failed`}
          </Button>
        </Stack>
      )}
      <ConfirmDialog
        open={isAsking}
        title={t`Mark this payment as failed?`}
        confirmLabel={t`Mark as failed`}
        busy={givenUp.isLoading}
        onConfirm={() => void end()}
        onCancel={() => setAsking(false)}
      >
        {t`Check your account with the provider first. After this, the customer can pay another way. If this payment still succeeds, it pays the order or is refunded.`}
      </ConfirmDialog>
    </Stack>
  );
}

function answerText(payment: Payment, order: Order): string {
  const now = order.payments.find(({ id }) => id === payment.id);
  if (now === undefined || now.status === payment.status) return t`The provider has still not confirmed this payment.`;
  return t`The provider reports: ${{ status: now.status.replaceAll("-", " ") }}.`;
}
