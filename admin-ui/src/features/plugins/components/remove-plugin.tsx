import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import { useState } from "react";
import { useNavigate } from "react-router";
import { FormDialog } from "@/shared/form/form-dialog";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";
import { useRemovePluginMutation, type PluginDetail } from "../api";

/** Removes a plugin from the site, with what it has stored or without. */
export function RemovePlugin({ plugin }: { plugin: PluginDetail }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="outlined" color="error" onClick={() => setAsking(true)}>
        {t`Remove`}
      </Button>
      {asking && <RemoveDialog plugin={plugin} onClose={() => setAsking(false)} />}
    </>
  );
}

function RemoveDialog({ plugin, onClose }: { plugin: PluginDetail; onClose: () => void }) {
  const website = useWebsite();
  const navigate = useNavigate();
  const toast = useToast();
  const [data, setData] = useState<"keep" | "delete">("keep");
  const [remove, { isLoading, error }] = useRemovePluginMutation();
  const { id, name } = plugin;
  const submit = async () => {
    const answer = await remove({ websiteId: website.id, pluginId: id, data });
    if (answer.error !== undefined) return;
    toast.success(t`${name} removed`);
    void navigate("..", { relative: "path" });
  };
  return (
    <FormDialog
      title={t`Remove ${name}?`}
      intro={t`Its blocks are no longer shown to visitors, and what else it does on your site ends.`}
      error={error === undefined ? null : errorText(error)}
      width="sm"
      submitLabel={t`Remove`}
      tone="error"
      busy={isLoading}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <RadioGroup
        value={data}
        aria-label={t`Its data`}
        onChange={(_, chosen) => setData(chosen === "delete" ? "delete" : "keep")}
      >
        <FormControlLabel
          value="keep"
          control={<Radio />}
          label={t`Keep its settings and data, in case it is installed again`}
        />
        <FormControlLabel
          value="delete"
          control={<Radio />}
          label={t`Delete its settings, secrets and data. This cannot be undone.`}
        />
      </RadioGroup>
    </FormDialog>
  );
}
