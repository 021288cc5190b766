import { t } from "@lingui/core/macro";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { applyProblem } from "@/shared/form/apply-problem";
import { FormTextField } from "@/shared/form/fields";
import { FormDialog } from "@/shared/form/form-dialog";
import { useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";
import { useSetOrderEmailMutation, type Order } from "../api";

/** Changes the e-mail address of an order. */
export function EmailDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const website = useWebsite();
  const toast = useToast();
  const [save, { isLoading }] = useSetOrderEmailMutation();
  const [error, setError] = useState<string | null>(null);
  const { control, handleSubmit, setError: setFieldError } = useForm({ defaultValues: { email: order.customerEmail } });
  const submit = handleSubmit(async ({ email }) => {
    setError(null);
    const outcome = await save({ websiteId: website.id, orderId: order.id, email });
    if (outcome.error !== undefined) {
      setError(
        applyProblem(outcome.error, { setError: setFieldError, fieldOf: (name) => (name === "email" ? name : null) }),
      );
      return;
    }
    onClose();
    toast.success(t`E-mail address changed.`);
  });
  return (
    <FormDialog
      title={t`E-mail address`}
      error={error}
      submitLabel={t`Save address`}
      busy={isLoading}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2, pt: 1 }}>
        <FormTextField
          control={control}
          name="email"
          label={t`E-mail`}
          type="email"
          help={t`E-mails about this order are sent there from now on. Links that were sent before keep working.`}
        />
      </Stack>
    </FormDialog>
  );
}
