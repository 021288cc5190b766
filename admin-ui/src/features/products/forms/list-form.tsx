import { t } from "@lingui/core/macro";
import { StoreSettingsBody } from "@stoa/api/rules";
import { fieldRules } from "@/shared/form/field-rules";
import { FormTextField } from "@/shared/form/fields";
import { FormShell } from "@/shared/form/form-shell";
import { useEditForm } from "@/shared/form/use-edit-form";
import { useWebsite } from "@/shared/session/hooks";
import { useUpdateStoreSettingsMutation, type StoreSettings } from "@/shared/store-settings/api";
import { Card } from "@/shared/ui/card";
import { useToast } from "@/shared/ui/toast";

interface Form {
  productsPerPage: string;
}

function formOf({ productsPerPage }: StoreSettings): Form {
  return { productsPerPage: String(productsPerPage) };
}

/** Layout of the product lists of all store pages. */
export function ListForm({ settings, editable }: { settings: StoreSettings; editable: boolean }) {
  const website = useWebsite();
  const toast = useToast();
  const [update] = useUpdateStoreSettingsMutation();
  const { control, shell } = useEditForm<Form>({
    initial: formOf(settings),
    what: t`the settings`,
    fieldOf: (name) => (name === "productsPerPage" ? name : null),
    onSave: async ({ productsPerPage }) => {
      const changed = { ...settings, productsPerPage: Number(productsPerPage) };
      const saved = await update({ websiteId: website.id, settings: changed }).unwrap();
      toast.success(t`Settings saved`);
      return formOf(saved);
    },
  });
  return (
    <FormShell label={t`List`} editable={editable} {...shell}>
      <Card title={t`List`}>
        <FormTextField
          control={control}
          name="productsPerPage"
          label={t`Products per page`}
          help={t`Customers load more below them. Applies to all store pages.`}
          disabled={!editable}
          {...fieldRules(StoreSettingsBody.entries.productsPerPage)}
        />
      </Card>
    </FormShell>
  );
}
