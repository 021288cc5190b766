import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import { useState } from "react";
import { useForm, type FieldValues } from "react-hook-form";
import { applyProblem } from "@/shared/form/apply-problem";
import { FormDialog } from "@/shared/form/form-dialog";
import { formOf, settingFields, settingPath, settingsOf } from "@/shared/plugins/setting-fields";
import { SettingInputs } from "@/shared/plugins/setting-inputs";
import { useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";
import { useSaveInstallmentProviderMutation, type InstallmentProvider } from "../installments-api";

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
  } = useForm<FieldValues>({
    defaultValues: { settings: formOf(fields, provider.settings) },
  });
  const submit = handleSubmit(async (form) => {
    setError(null);
    const change = { id, enabled, settings: settingsOf(fields, form["settings"]), revision };
    const answer = await save({ websiteId: website.id, change });
    if (answer.error !== undefined) {
      const fieldOf = (wanted: string) => {
        const path = settingPath(fields, wanted);
        return path === null ? null : `settings.${path}`;
      };
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
      <Box sx={{ pt: 1 }}>
        <SettingInputs control={control} path="settings" fields={fields} />
      </Box>
    </FormDialog>
  );
}
