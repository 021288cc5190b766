import { t } from "@lingui/core/macro";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { useController, type Control, type FieldValues } from "react-hook-form";
import { FormShell } from "@/shared/form/form-shell";
import { useEditForm } from "@/shared/form/use-edit-form";
import { formOf, settingFields, settingPath, settingsOf, type SettingField } from "@/shared/plugins/setting-fields";
import { SettingInputs } from "@/shared/plugins/setting-inputs";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { useToast } from "@/shared/ui/toast";
import { useChangePluginMutation, type Grants, type PluginDetail } from "../api";
import { PermissionList } from "./permissions";

interface SetUpFormProps {
  plugin: PluginDetail;
  editable: boolean;
}

function valuesOf({ settings, grants }: PluginDetail, fields: SettingField[]): FieldValues {
  return { settings: formOf(fields, settings), grants };
}

const stateOf = ({ settings, grants }: PluginDetail) => JSON.stringify([settings, grants]);

/**
 * The revision that a save is based on: the newest with the settings that were loaded. If others have changed those,
 * the save is refused.
 */
function useBaseRevision(plugin: PluginDetail) {
  const [base, setBase] = useState({ revision: plugin.revision, state: stateOf(plugin) });
  if (base.revision !== plugin.revision && base.state === stateOf(plugin))
    setBase({ ...base, revision: plugin.revision });
  const rebase = (saved: PluginDetail) => setBase({ revision: saved.revision, state: stateOf(saved) });
  return [base.revision, rebase] as const;
}

/** Settings of an installed plugin, and what it may do. */
export function SetUpForm({ plugin, editable }: SetUpFormProps) {
  const website = useWebsite();
  const toast = useToast();
  const { id, name } = plugin;
  const [revision, rebase] = useBaseRevision(plugin);
  const fields = settingFields(plugin.settingsSchema);
  const [save] = useChangePluginMutation();
  const { control, shell } = useEditForm<FieldValues>({
    initial: valuesOf(plugin, fields),
    what: name,
    fieldOf: (apiName) => {
      const path = settingPath(fields, apiName.replace(/^settings\./, ""));
      return path === null ? null : `settings.${path}`;
    },
    onSave: async (form) => {
      const change = { settings: settingsOf(fields, form["settings"]), grants: form["grants"] as Grants };
      const saved = await save({ websiteId: website.id, pluginId: id, revision, change }).unwrap();
      rebase(saved);
      toast.success(t`${name} saved`);
      return valuesOf(saved, fields);
    },
  });
  return (
    <FormShell label={t`Settings of ${name}`} {...shell} editable={editable}>
      <Stack sx={{ gap: 2 }}>
        {fields.length > 0 && (
          <Card title={t`Settings`}>
            <SettingInputs control={control} path="settings" fields={fields} disabled={!editable} />
          </Card>
        )}
        <Card title={t`What it may do`}>
          <Permissions control={control} plugin={plugin} editable={editable} />
        </Card>
      </Stack>
    </FormShell>
  );
}

interface PermissionsProps {
  control: Control<FieldValues>;
  plugin: PluginDetail;
  editable: boolean;
}

function Permissions({ control, plugin, editable }: PermissionsProps) {
  const { field } = useController({ control, name: "grants" });
  return (
    <PermissionList
      permissions={plugin.permissions}
      secrets={plugin.secrets}
      grants={field.value as Grants}
      onChange={editable ? field.onChange : null}
    />
  );
}
