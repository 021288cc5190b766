import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { errorText } from "@/shared/i18n/error-text";
import { useMay, useWebsite } from "@/shared/session/hooks";
import { ConfirmDialog } from "@/shared/ui/confirm-dialog";
import { useToast } from "@/shared/ui/toast";
import { useAskForPaymentMutation, useGiveUpPaymentMutation, type Order, type Payment } from "../api";

/** A payment whose provider does not say how it ended: it is asked, or given up. */
export function UnclearPayment({ order, payment }: { order: Order; payment: Payment }) {
  const { id: websiteId } = useWebsite();
  const mayWrite = useMay("orders", "write");
  const toast = useToast();
  const [isAsking, setAsking] = useState(false);
  const [ask, asked] = useAskForPaymentMutation();
  const [giveUp, givenUp] = useGiveUpPaymentMutation();
  if (payment.status !== "unknown" && payment.status !== "started") return null;
  const path = { websiteId, orderId: order.id, paymentId: payment.id };
  const askAgain = async () => {
    const answer = await ask(path);
    toast.say(answer.error === undefined ? answerText(payment, answer.data) : errorText(answer.error));
  };
  const end = async () => {
    const answer = await giveUp(path);
    setAsking(false);
    toast.say(answer.error === undefined ? "The payment is given up. The order can be paid another way." : errorText(answer.error));
  };
  return (
    <Stack sx={{ gap: 1, alignItems: "start" }}>
      <Alert severity="warning">
        The provider has not said whether this was paid. It is asked again by itself, more and more rarely.
      </Alert>
      {mayWrite && (
        <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
          <Button variant="outlined" loading={asked.isLoading} onClick={() => void askAgain()}>
            Ask now
          </Button>
          <Button color="inherit" onClick={() => setAsking(true)}>
            Give up
          </Button>
        </Stack>
      )}
      <ConfirmDialog
        open={isAsking}
        title="Give this payment up?"
        confirmLabel="Give up"
        busy={givenUp.isLoading}
        onConfirm={() => void end()}
        onCancel={() => setAsking(false)}
      >
        Look at your account with the provider first. The customer can pay another way then; money that comes of this
        payment all the same pays the order, or is given back.
      </ConfirmDialog>
    </Stack>
  );
}

function answerText(payment: Payment, order: Order): string {
  const now = order.payments.find(({ id }) => id === payment.id);
  if (now === undefined || now.status === payment.status) return "The provider still gives no clear answer.";
  return `The provider says: ${now.status.replaceAll("-", " ")}.`;
}
