import { t } from "@lingui/core/macro";
import Stack from "@mui/material/Stack";
import { useWatch, type FieldPath } from "react-hook-form";
import { StoreSettingsBody } from "@stoa/api/rules";
import { fieldRules } from "@/shared/form/field-rules";
import { FormSelect, FormSwitch, FormTextField } from "@/shared/form/fields";
import { FormShell } from "@/shared/form/form-shell";
import { useEditForm } from "@/shared/form/use-edit-form";
import { useQuotePlugins } from "@/shared/plugins/quote-plugins";
import { useWebsite } from "@/shared/session/hooks";
import { useUpdateStoreSettingsMutation, type StoreSettings } from "@/shared/store-settings/api";
import { Card } from "@/shared/ui/card";
import { useToast } from "@/shared/ui/toast";

interface Form {
  pricesIncludeTax: boolean;
  taxId: string;
  plugin: string;
  onFailure: string;
  taxIdField: string;
}

const formOf = ({ pricesIncludeTax, taxId, taxes }: StoreSettings): Form => ({
  pricesIncludeTax,
  taxId,
  plugin: taxes.plugin ?? "",
  onFailure: taxes.ownRatesOnFailure === true ? "own" : "stop",
  taxIdField: taxes.taxIdField ?? "",
});

const fieldNames: Record<string, FieldPath<Form>> = {
  taxId: "taxId",
  "taxes.plugin": "plugin",
  "taxes.taxIdField": "taxIdField",
};

/** Tax settings that apply to all prices of the shop. */
export function StoreForm({ settings, editable }: { settings: StoreSettings; editable: boolean }) {
  const website = useWebsite();
  const toast = useToast();
  const [update] = useUpdateStoreSettingsMutation();
  const { control, shell } = useEditForm<Form>({
    initial: formOf(settings),
    what: t`the settings`,
    fieldOf: (name) => fieldNames[name] ?? null,
    onSave: async ({ pricesIncludeTax, taxId, plugin, onFailure, taxIdField }) => {
      const taxes = { plugin, ownRatesOnFailure: onFailure === "own", taxIdField: plugin === "" ? "" : taxIdField };
      const saved = await update({
        websiteId: website.id,
        settings: { ...settings, pricesIncludeTax, taxId, taxes },
      }).unwrap();
      toast.success(t`Settings saved`);
      return formOf(saved);
    },
  });
  const plugin = useWatch({ control, name: "plugin" });
  const plugins = useQuotePlugins("tax-provider", plugin);
  const questions = settings.checkout.fields
    .filter((field) => field.kind === "text")
    .map(({ id, label }) => ({ value: id, label }));
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
          {plugins.length > 0 && (
            <FormSelect
              control={control}
              name="plugin"
              label={t`Calculated by`}
              help={t`A plugin gets the cart and the place, not the name of the customer`}
              options={[{ value: "", label: t`The taxes below` }, ...plugins]}
              disabled={!editable}
            />
          )}
          {plugin !== "" && (
            <>
              <FormSelect
                control={control}
                name="onFailure"
                label={t`While the plugin does not answer`}
                options={[
                  { value: "stop", label: t`Take no orders that are taxed` },
                  { value: "own", label: t`Use the taxes below` },
                ]}
                disabled={!editable}
              />
              <FormSelect
                control={control}
                name="taxIdField"
                label={t`Question for the customer's tax ID`}
                help={t`A question of the checkout with a one-line answer, which the plugin gets`}
                options={[{ value: "", label: t`None` }, ...questions]}
                disabled={!editable}
              />
            </>
          )}
        </Stack>
      </Card>
    </FormShell>
  );
}
