import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { FormDialog } from "@/shared/form/form-dialog";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { ConfirmAction } from "@/shared/ui/confirm-action";
import { useToast } from "@/shared/ui/toast";
import { useRemovePluginSecretMutation, useSetPluginSecretMutation, type PluginSecret as Secret } from "../api";

interface SecretsCardProps {
  pluginId: string;
  secrets: Secret[];
  editable: boolean;
}

/** Secrets of a plugin: they can be entered, replaced and removed, and are never shown. */
export function SecretsCard({ pluginId, secrets, editable }: SecretsCardProps) {
  const [entered, setEntered] = useState<Secret | null>(null);
  if (secrets.length === 0) return null;
  return (
    <Card title={t`Secrets`}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {t`Secrets are stored encrypted. Nobody can read them again, and the plugin itself never sees them.`}
      </Typography>
      <Stack component="ul" aria-label={t`Secrets`} sx={{ listStyle: "none", m: 0, p: 0, gap: 1.5 }}>
        {secrets.map((secret) => (
          <SecretRow
            key={secret.name}
            pluginId={pluginId}
            secret={secret}
            editable={editable}
            onEnter={() => setEntered(secret)}
          />
        ))}
      </Stack>
      {entered !== null && <SecretDialog pluginId={pluginId} secret={entered} onClose={() => setEntered(null)} />}
    </Card>
  );
}

const labelOf = ({ label, name }: Secret) => label ?? name;

interface SecretRowProps {
  pluginId: string;
  secret: Secret;
  editable: boolean;
  onEnter: () => void;
}

function SecretRow({ pluginId, secret, editable, onEnter }: SecretRowProps) {
  const website = useWebsite();
  const toast = useToast();
  const [remove] = useRemovePluginSecretMutation();
  const label = labelOf(secret);
  return (
    <Stack component="li" direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
      <Typography sx={{ mr: "auto", overflowWrap: "anywhere" }}>{label}</Typography>
      <Chip
        size="small"
        variant="soft"
        color={secret.isSet ? "success" : "warning"}
        label={secret.isSet ? t`Entered` : t`Not entered`}
      />
      {editable && (
        <Button
          size="small"
          onClick={onEnter}
          aria-label={secret.isSet ? t`Replace the secret ${label}` : t`Enter the secret ${label}`}
        >
          {secret.isSet ? t`Replace` : t`Enter`}
        </Button>
      )}
      {editable && secret.isSet && (
        <ConfirmAction
          label={t`Remove`}
          button={{ size: "small", color: "error", "aria-label": t`Remove the secret ${label}` }}
          question={t`Remove the secret ${label}?`}
          consequence={t`What the plugin does with it no longer works until you enter it again.`}
          confirmLabel={t`Remove`}
          tone="error"
          onConfirm={async () => {
            await remove({ websiteId: website.id, pluginId, secretName: secret.name }).unwrap();
            toast.success(t`Secret removed`);
          }}
        />
      )}
    </Stack>
  );
}

function SecretDialog({ pluginId, secret, onClose }: { pluginId: string; secret: Secret; onClose: () => void }) {
  const website = useWebsite();
  const toast = useToast();
  const [value, setValue] = useState("");
  const [save, { isLoading, error }] = useSetPluginSecretMutation();
  const submit = async () => {
    const answer = await save({ websiteId: website.id, pluginId, secretName: secret.name, value });
    if (answer.error !== undefined) return;
    toast.success(t`Secret saved`);
    onClose();
  };
  return (
    <FormDialog
      title={labelOf(secret)}
      intro={t`Copy it from the service that it belongs to. It cannot be shown again.`}
      error={error === undefined ? null : errorText(error)}
      width="sm"
      submitLabel={t`Save`}
      busy={isLoading}
      incomplete={value === ""}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        autoFocus
        fullWidth
        type="password"
        label={t`Secret`}
        autoComplete="off"
        value={value}
        onChange={(event) => setValue(event.target.value)}
        sx={{ mt: 1 }}
      />
    </FormDialog>
  );
}
