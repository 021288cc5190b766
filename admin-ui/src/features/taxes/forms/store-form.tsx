import Stack from "@mui/material/Stack";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { problemCode } from "@/shared/api/api-error";
import { applyProblem } from "@/shared/form/apply-problem";
import { FormMoneyField, FormSwitch } from "@/shared/form/fields";
import { FormShell } from "@/shared/form/form-shell";
import { moneyToText, parseMoney } from "@/shared/money/money";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { useToast } from "@/shared/ui/toast";
import { useUpdateStoreSettingsMutation, type StoreSettings } from "../api";

interface Form {
  pricesIncludeTax: boolean;
  minimum: string;
}

function formOf({ pricesIncludeTax, minimumSubtotalCents, currency }: StoreSettings): Form {
  return { pricesIncludeTax, minimum: minimumSubtotalCents === 0 ? "" : moneyToText(minimumSubtotalCents, currency) };
}

/** What holds for all prices of the shop. */
export function StoreForm({ settings, editable }: { settings: StoreSettings; editable: boolean }) {
  const website = useWebsite();
  const toast = useToast();
  const [update] = useUpdateStoreSettingsMutation();
  const [error, setError] = useState<string | null>(null);
  const { control, handleSubmit, reset, setError: setFieldError, formState } = useForm<Form>({
    defaultValues: formOf(settings),
  });
  const submit = handleSubmit(async ({ pricesIncludeTax, minimum }) => {
    setError(null);
    const parsed = parseMoney(minimum.trim(), settings.currency);
    const minimumSubtotalCents = parsed.ok ? parsed.minor : 0;
    const outcome = await update({ websiteId: website.id, settings: { ...settings, pricesIncludeTax, minimumSubtotalCents } });
    if (outcome.data) {
      reset(formOf(outcome.data));
      toast.say("Settings saved");
      return;
    }
    setError(
      problemCode(outcome.error) === "revision-stale"
        ? "Somebody else has saved the settings in the meantime. Reload the page to see their version."
        : applyProblem(outcome.error, {
            setError: setFieldError,
            fieldOf: (name) => (name === "minimumSubtotalCents" ? "minimum" : null),
          }),
    );
  });
  return (
    <FormShell
      label="All prices"
      onSubmit={(event) => void submit(event)}
      onReset={() => {
        setError(null);
        reset(formOf(settings));
      }}
      dirty={formState.isDirty}
      busy={formState.isSubmitting}
      error={error}
      editable={editable}
    >
      <Card title="All prices">
        <Stack sx={{ gap: 2.5, pt: 1 }}>
          <FormSwitch
            control={control}
            name="pricesIncludeTax"
            label="Prices include tax"
            help="Otherwise tax is added at checkout."
            disabled={!editable}
          />
          <FormMoneyField
            control={control}
            name="minimum"
            label="Smallest order"
            help="Subtotal before discounts; empty for none"
            currency={settings.currency}
            required={false}
            disabled={!editable}
          />
        </Stack>
      </Card>
    </FormShell>
  );
}
