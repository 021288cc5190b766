import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { errorText } from "@/shared/i18n/error-text";
import { countryName } from "@/shared/i18n/countries";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { ErrorState, LoadingRows } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import {
  useListInstallmentProvidersQuery,
  useSaveInstallmentProviderMutation,
  type InstallmentProvider,
} from "../installments-api";
import { InstallmentDialog } from "./installment-dialog";

/** Providers of instalment messages. Changes apply immediately. */
export function InstallmentsCard() {
  const website = useWebsite();
  const editable = usePermission("plugins", "write");
  const query = useListInstallmentProvidersQuery({ websiteId: website.id });
  const [edited, setEdited] = useState<InstallmentProvider | null>(null);
  if (query.data?.length === 0) return null;
  return (
    <Card title={t`Installments`}>
      {query.isLoading && <LoadingRows rows={2} />}
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      <Stack component="ul" aria-label={t`Installments`} sx={{ listStyle: "none", m: 0, p: 0, gap: 2 }}>
        {query.data?.map((provider) => (
          <Provider key={provider.id} provider={provider} editable={editable} onEdit={() => setEdited(provider)} />
        ))}
      </Stack>
      {edited !== null && <InstallmentDialog provider={edited} onClose={() => setEdited(null)} />}
    </Card>
  );
}

interface ProviderProps {
  provider: InstallmentProvider;
  editable: boolean;
  onEdit: () => void;
}

function Provider({ provider, editable, onEdit }: ProviderProps) {
  const website = useWebsite();
  const toast = useToast();
  const [save, { isLoading, error }] = useSaveInstallmentProviderMutation();
  const { id, name, summary, countries, enabled, settings, revision } = provider;
  const toggle = async () => {
    const change = { id, enabled: !enabled, settings, revision };
    const answer = await save({ websiteId: website.id, change });
    if (answer.error === undefined) toast.success(enabled ? t`${name} is off` : t`${name} is on`);
  };
  return (
    <Stack component="li" direction="row" sx={{ gap: 2, alignItems: "flex-start" }}>
      <Stack sx={{ flex: 1, minWidth: 0 }}>
        <Typography>{name}</Typography>
        <Typography variant="body2" color="textSecondary">
          {t`${summary} For shops in ${{ countries: countries.map(countryName).join(", ") }}.`}
        </Typography>
        {error !== undefined && (
          <Typography variant="body2" color="error" role="alert">
            {errorText(error)}
          </Typography>
        )}
        {editable && (
          <Button size="small" sx={{ alignSelf: "flex-start" }} onClick={onEdit} aria-label={t`Set up ${name}`}>
            {t`Set up`}
          </Button>
        )}
      </Stack>
      <Switch
        checked={enabled}
        disabled={!editable || isLoading}
        onChange={() => void toggle()}
        slotProps={{ input: { "aria-label": name } }}
      />
    </Stack>
  );
}
