import { t } from "@lingui/core/macro";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { editorLabels } from "@/shared/i18n/editor-labels";
import { errorStatus } from "@/shared/api/api-error";
import { applyProblem } from "@/shared/form/apply-problem";
import { FormSelect, FormSwitch, FormTextField } from "@/shared/form/fields";
import { FormDialog } from "@/shared/form/form-dialog";
import { useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";
import { useSaveProviderMutation, type Provider } from "../api";
import { providerFields, providerForm, type ProviderField, type ProviderForm } from "../provider-fields";

/** Settings of a provider, generated from its schema. */
export function ProviderDialog({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const website = useWebsite();
  const toast = useToast();
  const fields = providerFields(provider.settingsSchema);
  const [error, setError] = useState<string | null>(null);
  const [save, { isLoading }] = useSaveProviderMutation();
  const {
    control,
    handleSubmit,
    setError: setFieldError,
  } = useForm<ProviderForm>({
    defaultValues: providerForm(fields, provider.settings),
  });
  const submit = handleSubmit(async (settings) => {
    setError(null);
    const ref = { websiteId: website.id, provider: provider.id, revision: provider.settingsRevision };
    const answer = await save({ ...ref, settings });
    if (answer.error !== undefined) {
      const fieldOf = (name: string) => fields.find((field) => name === `settings.${field.name}`)?.name ?? null;
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
      <Stack sx={{ gap: 2.5, pt: 1 }}>
        {fields.map((field) => {
          const { name, label, help, kind } = field;
          const common = { control, name, label, ...(help === "" ? {} : { help }) };
          if (kind === "switch") return <FormSwitch key={name} {...common} />;
          if (kind === "choice") return <FormSelect key={name} {...common} options={optionsOf(field)} />;
          return <FormTextField key={name} {...common} {...sizeOf(field)} />;
        })}
      </Stack>
    </FormDialog>
  );
}

function optionsOf({ choices }: ProviderField) {
  return choices.map((value) => ({
    value,
    label: value.charAt(0).toUpperCase() + value.slice(1).replaceAll("-", " "),
  }));
}

function sizeOf({ rows, maxLength }: ProviderField) {
  return { ...(rows > 1 ? { rows } : {}), ...(maxLength === null ? {} : { maxLength }) };
}
