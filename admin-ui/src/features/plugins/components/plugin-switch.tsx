import { t } from "@lingui/core/macro";
import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import { useState } from "react";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { ConfirmDialog } from "@/shared/ui/confirm-dialog";
import { useToast } from "@/shared/ui/toast";
import { useChangePluginMutation, type PluginDetail } from "../api";

/** Switches a plugin on or off for the site. Off, its blocks are not shown: if it has some on pages, that is asked. */
export function PluginSwitch({ plugin }: { plugin: PluginDetail }) {
  const website = useWebsite();
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const [save, { isLoading }] = useChangePluginMutation();
  const { id, name, enabled, revision, usedOn } = plugin;
  const change = async () => {
    const answer = await save({ websiteId: website.id, pluginId: id, revision, change: { enabled: !enabled } });
    setAsking(false);
    if (answer.error !== undefined) toast.error(errorText(answer.error));
    else toast.success(enabled ? t`${name} is off` : t`${name} is on`);
  };
  return (
    <>
      <FormControlLabel
        control={
          <Switch
            checked={enabled}
            disabled={isLoading}
            onChange={() => {
              if (enabled && usedOn.length > 0) setAsking(true);
              else void change();
            }}
          />
        }
        label={t`Switched on`}
      />
      <ConfirmDialog
        open={asking}
        title={t`Switch ${name} off?`}
        confirmLabel={t`Switch off`}
        busy={isLoading}
        onConfirm={() => void change()}
        onCancel={() => setAsking(false)}
      >
        {t`Pages use its blocks. Visitors do not see them while it is off; nothing is deleted.`}
      </ConfirmDialog>
    </>
  );
}
