import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { BillingPeriod, SubscriptionPlanBody } from "@stoa/api/rules";
import { fieldRules } from "@/shared/form/field-rules";
import { problemCode } from "@/shared/api/api-error";
import { applyProblem } from "@/shared/form/apply-problem";
import { FormSelect, FormSwitch, FormTextField } from "@/shared/form/fields";
import { FormDialog } from "@/shared/form/form-dialog";
import { useToast } from "@/shared/ui/toast";
import type { ProductRef } from "../api";
import { renewalsToCome } from "../limitations";
import { useSaveSubscriptionPlanMutation, type PlanChange, type SubscriptionPlan } from "../subscription-api";

interface Form {
  value: string;
  unit: PlanChange["billingPeriod"]["unit"];
  cycles: string;
  soldOnce: boolean;
  discount: string;
}

const units: readonly { value: Form["unit"]; label: string }[] = [
  {
    value: "WEEK",
    get label() {
      return t`Weeks`;
    },
  },
  {
    value: "MONTH",
    get label() {
      return t`Months`;
    },
  },
  {
    value: "YEAR",
    get label() {
      return t`Years`;
    },
  },
];

const fields: Record<string, keyof Form> = {
  "billingPeriod.value": "value",
  "billingPeriod.unit": "unit",
  numBillingCycles: "cycles",
  percentageDiscount: "discount",
};

function formOf(plan: SubscriptionPlan | null): Form {
  return {
    value: String(plan?.billingPeriod.value ?? 1),
    unit: plan?.billingPeriod.unit ?? "MONTH",
    cycles: String(plan?.numBillingCycles ?? 0),
    soldOnce: plan?.soldOnce ?? true,
    discount: String(plan?.percentageDiscount ?? 0),
  };
}

function changeOf(form: Form, plan: SubscriptionPlan | null): PlanChange {
  return {
    billingPeriod: { value: Number(form.value), unit: form.unit },
    numBillingCycles: Number(form.cycles),
    soldOnce: form.soldOnce,
    percentageDiscount: form.soldOnce ? Number(form.discount) : 0,
    revision: plan?.revision ?? 0,
  };
}

export function SubscriptionDialog(props: { product: ProductRef; plan: SubscriptionPlan | null; onClose: () => void }) {
  const { product, plan, onClose } = props;
  const toast = useToast();
  const [error, setError] = useState<string | null>(null);
  const [save, { isLoading }] = useSaveSubscriptionPlanMutation();
  const { control, handleSubmit, setError: setFieldError } = useForm<Form>({ defaultValues: formOf(plan) });
  const soldOnce = useWatch({ control, name: "soldOnce" });
  const submit = handleSubmit(async (form) => {
    setError(null);
    const answer = await save({ ...product, change: changeOf(form, plan) });
    if (answer.error !== undefined) {
      setError(
        problemCode(answer.error) === "revision-stale"
          ? t`Someone else has changed this plan in the meantime. Close this dialog to see their changes.`
          : applyProblem(answer.error, { setError: setFieldError, fieldOf: (name) => fields[name] ?? null }),
      );
      return;
    }
    toast.success(t`Plan saved`);
    onClose();
  });
  return (
    <FormDialog
      title={t`Sell by subscription`}
      intro={t`Customers pay the price of the variant.`}
      error={error}
      width="sm"
      submitLabel={t`Save`}
      busy={isLoading}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2.5, pt: 1 }}>
        <Alert severity="info">{renewalsToCome()}</Alert>
        <Stack direction="row" sx={{ gap: 2, "& > *": { flex: 1 } }}>
          <FormTextField
            control={control}
            name="value"
            label={t`Billed every`}
            {...fieldRules(BillingPeriod.entries.value)}
          />
          <FormSelect control={control} name="unit" label={t`Unit`} options={units} />
        </Stack>
        <FormTextField
          control={control}
          name="cycles"
          label={t`Number of payments`}
          help={t`0 for a plan without an end`}
          {...fieldRules(SubscriptionPlanBody.entries.numBillingCycles)}
        />
        <FormSwitch control={control} name="soldOnce" label={t`Also sell as a one-time purchase`} />
        {soldOnce && (
          <FormTextField
            control={control}
            name="discount"
            label={t`Subscriber discount, percent`}
            {...fieldRules(SubscriptionPlanBody.entries.percentageDiscount)}
          />
        )}
      </Stack>
    </FormDialog>
  );
}
