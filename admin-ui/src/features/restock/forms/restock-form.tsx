import { t } from "@lingui/core/macro";
import Stack from "@mui/material/Stack";
import { RestockMessages, StoreSettingsBody } from "@stoa/api/rules";
import { fieldRules } from "@/shared/form/field-rules";
import { FormSwitch, FormTextField } from "@/shared/form/fields";
import { FormShell } from "@/shared/form/form-shell";
import { useEditForm } from "@/shared/form/use-edit-form";
import { useWebsite } from "@/shared/session/hooks";
import { useUpdateStoreSettingsMutation, type StoreSettings } from "@/shared/store-settings/api";
import { Card } from "@/shared/ui/card";
import { useToast } from "@/shared/ui/toast";

interface Form {
  lowStockThreshold: string;
  successText: string;
  restock: StoreSettings["restock"];
}

function formOf({ lowStockThreshold, restockNotificationsSuccessText, restock }: StoreSettings): Form {
  return { lowStockThreshold: String(lowStockThreshold), successText: restockNotificationsSuccessText, restock };
}

const fields = {
  lowStockThreshold: "lowStockThreshold",
  restockNotificationsSuccessText: "successText",
  "restock.messages.buttonText": "restock.messages.buttonText",
  "restock.messages.CTAText": "restock.messages.CTAText",
  "restock.messages.placeholderText": "restock.messages.placeholderText",
  "restock.messages.mailingListDescription": "restock.messages.mailingListDescription",
} as const;

/** Low-stock threshold, and notification of customers when a product is back in stock. */
export function RestockForm({ settings, editable }: { settings: StoreSettings; editable: boolean }) {
  const website = useWebsite();
  const toast = useToast();
  const [update] = useUpdateStoreSettingsMutation();
  const { control, shell } = useEditForm<Form>({
    initial: formOf(settings),
    what: t`the settings`,
    fieldOf: (name) => (name in fields ? fields[name as keyof typeof fields] : null),
    onSave: async ({ lowStockThreshold, successText, restock }) => {
      const changed = {
        ...settings,
        restock,
        lowStockThreshold: Number(lowStockThreshold),
        restockNotificationsSuccessText: successText,
      };
      const saved = await update({ websiteId: website.id, settings: changed }).unwrap();
      toast.success(t`Settings saved`);
      return formOf(saved);
    },
  });
  const disabled = !editable;
  const text = { control, disabled };
  return (
    <FormShell label={t`Stock and restock`} editable={editable} {...shell}>
      <Stack sx={{ gap: 2 }}>
        <Card title={t`Stock`}>
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            <FormTextField
              control={control}
              name="lowStockThreshold"
              label={t`Low stock`}
              help={t`Stock at or below this number counts as low`}
              disabled={disabled}
              {...fieldRules(StoreSettingsBody.entries.lowStockThreshold)}
            />
          </Stack>
        </Card>
        <Card title={t`Notices`}>
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            <FormSwitch
              control={control}
              name="restock.enabled"
              label={t`Customers can sign up to be notified`}
              disabled={disabled}
            />
            <FormSwitch
              control={control}
              name="restock.sendAutomatically"
              label={t`Send automatically`}
              help={t`Sends notices as soon as something is back in stock. When off, you send them yourself.`}
              disabled={disabled}
            />
            <FormSwitch
              control={control}
              name="restock.mailingListSignUpEnabled"
              label={t`Offer marketing sign-up`}
              disabled={disabled}
            />
            <FormSwitch
              control={control}
              name="restock.mailingListOptInByDefault"
              label={t`Marketing sign-up is checked by default`}
              disabled={disabled}
            />
          </Stack>
        </Card>
        <Card title={t`Texts`}>
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            <FormTextField
              {...text}
              name="restock.messages.CTAText"
              label={t`Above the field`}
              {...fieldRules(RestockMessages.entries.CTAText)}
            />
            <FormTextField
              {...text}
              name="restock.messages.placeholderText"
              label={t`Placeholder of the field`}
              {...fieldRules(RestockMessages.entries.placeholderText)}
            />
            <FormTextField
              {...text}
              name="restock.messages.buttonText"
              label={t`On the button`}
              {...fieldRules(RestockMessages.entries.buttonText)}
            />
            <FormTextField
              {...text}
              name="restock.messages.mailingListDescription"
              label={t`Marketing checkbox`}
              {...fieldRules(RestockMessages.entries.mailingListDescription)}
            />
            <FormTextField
              {...text}
              name="successText"
              label={t`After a sign-up`}
              help={t`Defaults to “Signed up!”`}
              {...fieldRules(StoreSettingsBody.entries.restockNotificationsSuccessText)}
            />
          </Stack>
        </Card>
      </Stack>
    </FormShell>
  );
}
