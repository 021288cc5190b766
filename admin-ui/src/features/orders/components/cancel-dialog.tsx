import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { FormSwitch, FormTextField } from "@/shared/form/fields";
import { errorText } from "@/shared/i18n/error-text";
import { formatMoney } from "@/shared/money/money";
import { useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";
import { useCancelOrderMutation, type Cancellation, type Order } from "../api";

export function CancelDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const website = useWebsite();
  const toast = useToast();
  const [cancel, { isLoading }] = useCancelOrderMutation();
  const [error, setError] = useState<string | null>(null);
  const { control, handleSubmit } = useForm<Required<Cancellation>>({
    defaultValues: { reason: "", restock: true, notifyCustomer: true },
  });
  const submit = handleSubmit(async (cancellation) => {
    setError(null);
    const outcome = await cancel({ websiteId: website.id, orderId: order.id, cancellation });
    if (outcome.error !== undefined) {
      setError(errorText(outcome.error));
      return;
    }
    onClose();
    toast.say("Order canceled.");
  });
  const back = formatMoney(order.refundableCents, order.currency, website.locale);
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="cancel-title">
      <form noValidate onSubmit={(event) => void submit(event)}>
        <DialogTitle id="cancel-title">Cancel order #{order.number}?</DialogTitle>
        <DialogContent>
          <DialogContentText variant="body2" sx={{ mb: 2.5 }}>
            {order.refundableCents > 0 ? `${back} goes back to the customer. ` : ""}This cannot be undone.
          </DialogContentText>
          {error !== null && (
            <Alert severity="error" sx={{ mb: 2 }}>
              {error}
            </Alert>
          )}
          <Stack sx={{ gap: 2 }}>
            <FormTextField control={control} name="reason" label="Reason" maxLength={500} help="Only your team sees it." />
            <FormSwitch control={control} name="restock" label="Put the items back into stock" />
            <FormSwitch control={control} name="notifyCustomer" label="Tell the customer by e-mail" />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            Keep the order
          </Button>
          <Button type="submit" variant="contained" color="error" loading={isLoading}>
            Cancel order
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
