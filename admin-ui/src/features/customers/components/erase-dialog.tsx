import { t } from "@lingui/core/macro";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import { FormTextField } from "@/shared/form/fields";
import { FormDialog } from "@/shared/form/form-dialog";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";
import { useEraseCustomerMutation, type Customer } from "../api";

/** Erases a customer after their e-mail address was typed to confirm. */
export function EraseDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const website = useWebsite();
  const toast = useToast();
  const navigate = useNavigate();
  const [erase, { isLoading }] = useEraseCustomerMutation();
  const [error, setError] = useState<string | null>(null);
  const { control, handleSubmit } = useForm({ defaultValues: { email: "" } });
  const isTyped = useWatch({ control, name: "email" }).trim().toLowerCase() === customer.email;
  const submit = handleSubmit(async ({ email }) => {
    setError(null);
    const outcome = await erase({ websiteId: website.id, customerId: customer.id, email });
    if (outcome.error !== undefined) {
      setError(errorText(outcome.error));
      return;
    }
    void navigate(`/sites/${website.id}/customers`);
    toast.success(t`Customer erased.`);
  });
  return (
    <FormDialog
      title={t`Erase this customer?`}
      intro={t`The account, addresses, carts, sign-ups, messages and e-mails of ${{ email: customer.email }} are deleted. Orders stay in your records, without name, address and e-mail address. This cannot be undone.`}
      error={error}
      submitLabel={t`Erase permanently`}
      tone="error"
      busy={isLoading}
      incomplete={!isTyped}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <FormTextField control={control} name="email" label={t`Type the e-mail address to confirm`} />
    </FormDialog>
  );
}
