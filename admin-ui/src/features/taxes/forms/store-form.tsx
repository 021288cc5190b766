import { t } from "@lingui/core/macro";
import Stack from "@mui/material/Stack";
import { StoreSettingsBody } from "@stoa/api/rules";
import { fieldRules } from "@/shared/form/field-rules";
import { FormSwitch, FormTextField } from "@/shared/form/fields";
import { FormShell } from "@/shared/form/form-shell";
import { useEditForm } from "@/shared/form/use-edit-form";
import { useWebsite } from "@/shared/session/hooks";
import { useUpdateStoreSettingsMutation, type StoreSettings } from "@/shared/store-settings/api";
import { Card } from "@/shared/ui/card";
import { useToast } from "@/shared/ui/toast";

interface Form {
  pricesIncludeTax: boolean;
  taxId: string;
}

/** Tax settings that apply to all prices of the shop. */
export function StoreForm({ settings, editable }: { settings: StoreSettings; editable: boolean }) {
  const website = useWebsite();
  const toast = useToast();
  const [update] = useUpdateStoreSettingsMutation();
  const { control, shell } = useEditForm<Form>({
    initial: { pricesIncludeTax: settings.pricesIncludeTax, taxId: settings.taxId },
    what: t`the settings`,
    fieldOf: (name) => (name === "taxId" ? "taxId" : null),
    onSave: async (form) => {
      const { pricesIncludeTax, taxId } = await update({
        websiteId: website.id,
        settings: { ...settings, ...form },
      }).unwrap();
      toast.success(t`Settings saved`);
      return { pricesIncludeTax, taxId };
    },
  });
  return (
    <FormShell label={t`All prices`} editable={editable} {...shell}>
      <Card title={t`All prices`}>
        <Stack sx={{ gap: 2.5, pt: 1 }}>
          <FormSwitch
            control={control}
            name="pricesIncludeTax"
            label={t`Prices include tax`}
            help={t`When off, tax is added at checkout.`}
            disabled={!editable}
          />
          <FormTextField
            control={control}
            name="taxId"
            label={t`Your tax ID`}
            help={t`Such as your VAT number. Printed on invoices`}
            {...fieldRules(StoreSettingsBody.entries.taxId)}
            disabled={!editable}
          />
        </Stack>
      </Card>
    </FormShell>
  );
}
