import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import Add from "@mui/icons-material/Add";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import { useFieldArray, type Control, type FieldPath } from "react-hook-form";
import { FormTextField } from "@/shared/form/fields";
import { FormShell } from "@/shared/form/form-shell";
import { useEditForm } from "@/shared/form/use-edit-form";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { useToast } from "@/shared/ui/toast";
import { useUpdateSettingsMutation, type Settings } from "../api";
import { LanguageField } from "./language-field";
import { TimeZoneField } from "./time-zone-field";

const plainFields = ["title", "tagline", "description", "contactEmail", "language", "timeZone"] as const;
const addressFields = ["location.addressTitle", "location.addressLine1", "location.addressLine2", "location.addressCountry"] as const;

export type SettingsValues = Pick<Settings, (typeof plainFields)[number] | "location" | "socialAccounts">;

function formOf({ title, tagline, description, contactEmail, location, language, timeZone, socialAccounts }: Settings): SettingsValues {
  return { title, tagline, description, contactEmail, location, language, timeZone, socialAccounts };
}

function fieldOf(apiName: string): FieldPath<SettingsValues> | null {
  const plain = [...plainFields, ...addressFields].find((field) => field === apiName);
  if (plain !== undefined) return plain;
  const match = /^socialAccounts\.(\d+)\.(type|title|profileUrl)$/.exec(apiName);
  return match === null ? null : (apiName as FieldPath<SettingsValues>);
}

export function SettingsForm({ settings, editable }: { settings: Settings; editable: boolean }) {
  const website = useWebsite();
  const toast = useToast();
  const [update] = useUpdateSettingsMutation();
  const { control, shell } = useEditForm<SettingsValues>({
    initial: formOf(settings),
    what: "the settings",
    fieldOf,
    onSave: async (form) => {
      const saved = await update({ websiteId: website.id, settings: { ...settings, ...form } }).unwrap();
      toast.say("Settings saved");
      return formOf(saved);
    },
  });
  const disabled = !editable;
  return (
    <FormShell label="Settings" editable={editable} {...shell}>
      <Stack sx={{ gap: 2 }}>
        <Card title="About the site">
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            <FormTextField
              control={control}
              name="title"
              label="Title"
              disabled={disabled}
              rules={{ validate: (value) => String(value).trim() !== "" || "Enter a title" }}
            />
            <FormTextField control={control} name="tagline" label="Tagline" disabled={disabled} />
            <FormTextField
              control={control}
              name="description"
              label="Description"
              help="For search engines and shared links"
              rows={3}
              disabled={disabled}
            />
          </Stack>
        </Card>
        <Card title="Contact">
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            <FormTextField
              control={control}
              name="contactEmail"
              label="E-mail"
              type="email"
              help="Where customers write to; also the sender of order mails"
              disabled={disabled}
            />
            <PostalAddress control={control} disabled={disabled} />
            <SocialAccounts control={control} disabled={disabled} />
          </Stack>
        </Card>
        <Card title="Region">
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            <LanguageField control={control} offered={settings.languages} disabled={disabled} />
            <TimeZoneField control={control} disabled={disabled} />
            <Box component="dl" sx={{ m: 0, display: "grid", gap: 0.5, gridTemplateColumns: "120px 1fr" }}>
              <Fact label="Currency" value={settings.currency} />
              <Fact label="Theme" value={settings.theme} />
            </Box>
          </Stack>
        </Card>
      </Stack>
    </FormShell>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <>
      <Typography component="dt" variant="body2" color="textSecondary">
        {label}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ m: 0 }}>
        {value}
      </Typography>
    </>
  );
}

function PostalAddress({ control, disabled }: { control: Control<SettingsValues>; disabled: boolean }) {
  const [firm, street, town, country] = addressFields;
  return (
    <Stack role="group" aria-label="Address" sx={{ gap: 2 }}>
      <Typography variant="h3">Address</Typography>
      <FormTextField control={control} name={firm} label="Firm or owner" help="Where it is not called as the site is" disabled={disabled} />
      <FormTextField control={control} name={street} label="Street and number" disabled={disabled} />
      <FormTextField control={control} name={town} label="Postal code and town" disabled={disabled} />
      <FormTextField
        control={control}
        name={country}
        label="Country"
        help="Shown at the foot of pages and on invoices and packing slips"
        disabled={disabled}
      />
    </Stack>
  );
}

function SocialAccounts({ control, disabled }: { control: Control<SettingsValues>; disabled: boolean }) {
  const { fields, append, remove } = useFieldArray({ control, name: "socialAccounts" });
  return (
    <Box role="group" aria-label="Social accounts">
      <Typography variant="h3" sx={{ mb: 1.5 }}>
        Social accounts
      </Typography>
      <Stack sx={{ gap: 2 }}>
        {fields.map((account, index) => (
          <Stack key={account.id} direction={{ xs: "column", sm: "row" }} sx={{ gap: 1 }}>
            <FormTextField control={control} name={`socialAccounts.${index}.title`} label="Name" disabled={disabled} />
            <FormTextField control={control} name={`socialAccounts.${index}.profileUrl`} label="Link" type="url" disabled={disabled} />
            {!disabled && (
              <IconButton aria-label={`Remove ${account.title || "account"}`} onClick={() => remove(index)} sx={{ alignSelf: { xs: "flex-end", sm: "center" } }}>
                <DeleteOutlined fontSize="small" />
              </IconButton>
            )}
          </Stack>
        ))}
      </Stack>
      {!disabled && (
        <Button
          startIcon={<Add />}
          color="inherit"
          sx={{ mt: 1 }}
          onClick={() => append({ type: "website", title: "", profileUrl: "" })}
        >
          Add account
        </Button>
      )}
    </Box>
  );
}
