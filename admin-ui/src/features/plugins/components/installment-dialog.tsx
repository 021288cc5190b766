import { t } from "@lingui/core/macro";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { applyProblem } from "@/shared/form/apply-problem";
import { FormTextField } from "@/shared/form/fields";
import { FormDialog } from "@/shared/form/form-dialog";
import { useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";
import { useSaveInstallmentProviderMutation, type InstallmentProvider } from "../installments-api";
import { formOf, settingFields, settingsOf, type SettingsForm } from "../setting-fields";

const whole = { validate: (value: unknown) => /^\d*$/.test(String(value).trim()) || t`Enter a whole number` };

/** Settings of a provider, generated from its schema. */
export function InstallmentDialog({ provider, onClose }: { provider: InstallmentProvider; onClose: () => void }) {
  const website = useWebsite();
  const toast = useToast();
  const { id, name, summary, enabled, revision, settingsSchema } = provider;
  const fields = settingFields(settingsSchema);
  const [error, setError] = useState<string | null>(null);
  const [save, { isLoading }] = useSaveInstallmentProviderMutation();
  const {
    control,
    handleSubmit,
    setError: setFieldError,
  } = useForm<SettingsForm>({
    defaultValues: formOf(fields, provider.settings),
  });
  const submit = handleSubmit(async (form) => {
    setError(null);
    const change = { id, enabled, settings: settingsOf(fields, form), revision };
    const answer = await save({ websiteId: website.id, change });
    if (answer.error !== undefined) {
      const fieldOf = (wanted: string) => fields.find((field) => field.name === wanted)?.name ?? null;
      setError(applyProblem(answer.error, { setError: setFieldError, fieldOf }));
      return;
    }
    toast.success(t`${name} saved`);
    onClose();
  });
  return (
    <FormDialog
      title={name}
      intro={summary}
      error={error}
      width="sm"
      submitLabel={t`Save`}
      busy={isLoading}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2.5, pt: 1 }}>
        {fields.map(({ name: field, label, help, isNumber }) => (
          <FormTextField
            key={field}
            control={control}
            name={field}
            label={label}
            {...(help === "" ? {} : { help })}
            {...(isNumber ? { rules: whole } : {})}
          />
        ))}
      </Stack>
    </FormDialog>
  );
}
