import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import { useState } from "react";
import { useForm, type FieldValues } from "react-hook-form";
import { editorLabels } from "@/shared/i18n/editor-labels";
import { errorStatus } from "@/shared/api/api-error";
import { applyProblem } from "@/shared/form/apply-problem";
import { FormDialog } from "@/shared/form/form-dialog";
import { formOf, settingFields, settingPath, settingsOf } from "@/shared/plugins/setting-fields";
import { SettingInputs } from "@/shared/plugins/setting-inputs";
import { useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";
import { useSaveProviderMutation, type Provider } from "../api";

/** Settings of a provider, generated from its schema. */
export function ProviderDialog({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const website = useWebsite();
  const toast = useToast();
  const fields = settingFields(provider.settingsSchema);
  const [error, setError] = useState<string | null>(null);
  const [save, { isLoading }] = useSaveProviderMutation();
  const {
    control,
    handleSubmit,
    setError: setFieldError,
  } = useForm<FieldValues>({
    defaultValues: { settings: formOf(fields, provider.settings) },
  });
  const submit = handleSubmit(async (form) => {
    setError(null);
    const ref = { websiteId: website.id, provider: provider.id, revision: provider.settingsRevision };
    const answer = await save({ ...ref, settings: settingsOf(fields, form["settings"]) });
    if (answer.error !== undefined) {
      const fieldOf = (name: string) => {
        const path = settingPath(fields, name.replace(/^settings\./, ""));
        return path === null ? null : `settings.${path}`;
      };
      const isRefused = (errorStatus(answer.error) ?? 500) < 500;
      setError(isRefused ? applyProblem(answer.error, { setError: setFieldError, fieldOf }) : editorLabels.connect);
      return;
    }
    toast.success(t`${{ name: provider.name }} saved`);
    onClose();
  });
  return (
    <FormDialog
      title={provider.name}
      intro={provider.summary}
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
