import { t } from "@lingui/core/macro";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { CancelBody } from "@stoa/api/rules";
import { fieldRules } from "@/shared/form/field-rules";
import { FormSwitch, FormTextField } from "@/shared/form/fields";
import { FormDialog } from "@/shared/form/form-dialog";
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
    toast.success(t`Order canceled.`);
  });
  const back = formatMoney(order.refundableCents, order.currency, website.locale);
  const consequence = order.refundableCents > 0 ? t`${back} will be refunded to the customer. ` : "";
  return (
    <FormDialog
      title={t`Cancel order #${{ number: order.number }}?`}
      intro={t`${consequence}This cannot be undone.`}
      error={error}
      submitLabel={t`Cancel order`}
      cancelLabel={t`Keep order`}
      tone="error"
      busy={isLoading}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2 }}>
        <FormTextField
          control={control}
          name="reason"
          label={t`Reason`}
          help={t`Only visible to your team`}
          {...fieldRules(CancelBody.entries.reason)}
        />
        <FormSwitch control={control} name="restock" label={t`Restock the items`} />
        <FormSwitch control={control} name="notifyCustomer" label={t`Notify the customer by e-mail`} />
      </Stack>
    </FormDialog>
  );
}
