import Stack from "@mui/material/Stack";
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

/** From when stock counts as low, and how shoppers are told that something is back. */
export function RestockForm({ settings, editable }: { settings: StoreSettings; editable: boolean }) {
  const website = useWebsite();
  const toast = useToast();
  const [update] = useUpdateStoreSettingsMutation();
  const { control, shell } = useEditForm<Form>({
    initial: formOf(settings),
    what: "the settings",
    fieldOf: (name) => (name in fields ? fields[name as keyof typeof fields] : null),
    onSave: async ({ lowStockThreshold, successText, restock }) => {
      const changed = {
        ...settings,
        restock,
        lowStockThreshold: Number(lowStockThreshold),
        restockNotificationsSuccessText: successText,
      };
      const saved = await update({ websiteId: website.id, settings: changed }).unwrap();
      toast.say("Settings saved");
      return formOf(saved);
    },
  });
  const disabled = !editable;
  const text = { control, disabled, maxLength: 300 };
  return (
    <FormShell label="Stock and restock" editable={editable} {...shell}>
      <Stack sx={{ gap: 2 }}>
        <Card title="Stock">
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            <FormTextField
              control={control}
              name="lowStockThreshold"
              label="Low stock"
              help="So many pieces or fewer count as low"
              disabled={disabled}
              maxLength={9}
              rules={{ validate: (value) => /^\d+$/.test(String(value).trim()) || "Enter a whole number" }}
            />
          </Stack>
        </Card>
        <Card title="Notices">
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            <FormSwitch control={control} name="restock.enabled" label="Shoppers can ask to be told" disabled={disabled} />
            <FormSwitch
              control={control}
              name="restock.sendAutomatically"
              label="Send automatically"
              help="As soon as something is back in stock; otherwise you send the notices yourself."
              disabled={disabled}
            />
            <FormSwitch
              control={control}
              name="restock.mailingListSignUpEnabled"
              label="Offer news too"
              disabled={disabled}
            />
            <FormSwitch
              control={control}
              name="restock.mailingListOptInByDefault"
              label="News are ticked beforehand"
              disabled={disabled}
            />
          </Stack>
        </Card>
        <Card title="Texts">
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            <FormTextField {...text} name="restock.messages.CTAText" label="Above the field" />
            <FormTextField {...text} name="restock.messages.placeholderText" label="In the empty field" />
            <FormTextField {...text} name="restock.messages.buttonText" label="On the button" />
            <FormTextField {...text} name="restock.messages.mailingListDescription" label="Beside the news" />
            <FormTextField {...text} name="successText" label="After a sign-up" help="Empty for “Signed up!”" />
          </Stack>
        </Card>
      </Stack>
    </FormShell>
  );
}
