import Stack from "@mui/material/Stack";
import { FormMoneyField, FormSwitch, FormTextField } from "@/shared/form/fields";
import { FormShell } from "@/shared/form/form-shell";
import { useEditForm } from "@/shared/form/use-edit-form";
import { moneyToText, parseMoney } from "@/shared/money/money";
import { useWebsite } from "@/shared/session/hooks";
import { useUpdateStoreSettingsMutation, type StoreSettings } from "@/shared/store-settings/api";
import { Card } from "@/shared/ui/card";
import { useToast } from "@/shared/ui/toast";

interface Form {
  pricesIncludeTax: boolean;
  minimum: string;
  taxId: string;
}

function formOf({ pricesIncludeTax, minimumSubtotalCents, currency, taxId }: StoreSettings): Form {
  const minimum = minimumSubtotalCents === 0 ? "" : moneyToText(minimumSubtotalCents, currency);
  return { pricesIncludeTax, minimum, taxId };
}

/** What holds for all prices of the shop, and who is taxed. */
export function StoreForm({ settings, editable }: { settings: StoreSettings; editable: boolean }) {
  const website = useWebsite();
  const toast = useToast();
  const [update] = useUpdateStoreSettingsMutation();
  const { control, shell } = useEditForm<Form>({
    initial: formOf(settings),
    what: "the settings",
    fieldOf: (name) => (name === "minimumSubtotalCents" ? "minimum" : name === "taxId" ? "taxId" : null),
    onSave: async ({ pricesIncludeTax, minimum, taxId }) => {
      const parsed = parseMoney(minimum.trim(), settings.currency);
      const minimumSubtotalCents = parsed.ok ? parsed.minor : 0;
      const changed = { ...settings, pricesIncludeTax, minimumSubtotalCents, taxId };
      const saved = await update({ websiteId: website.id, settings: changed }).unwrap();
      toast.say("Settings saved");
      return formOf(saved);
    },
  });
  return (
    <FormShell label="All prices" editable={editable} {...shell}>
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
          <FormTextField
            control={control}
            name="taxId"
            label="Your tax ID"
            help="Such as your VAT number. Printed on invoices; empty for none"
            maxLength={60}
            disabled={!editable}
          />
        </Stack>
      </Card>
    </FormShell>
  );
}
