import { t } from "@lingui/core/macro";
import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import Box from "@mui/material/Box";
import { errorText } from "@/shared/i18n/error-text";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { ErrorState, LoadingRows } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import { useGetWebsiteSettingsQuery, useUpdateWebsiteSettingsMutation } from "../api";

interface FlagSwitchProps {
  flag: "cloneable" | "formTextLimits" | "multilingualEmails" | "sessionRecording" | "useCLDRMoneyFormat";
  label: string;
  help: string;
}

/** A boolean setting of the site that is saved immediately. */
export function FlagSwitch({ flag, label, help }: FlagSwitchProps) {
  const website = useWebsite();
  const toast = useToast();
  const editable = usePermission("site-settings", "write");
  const settings = useGetWebsiteSettingsQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  const [update, { isLoading }] = useUpdateWebsiteSettingsMutation();
  const { data } = settings;
  if (settings.isError) return <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />;
  if (data === undefined) return <LoadingRows rows={1} />;
  const choose = async (isOn: boolean) => {
    const outcome = await update({ websiteId: website.id, settings: { ...data, [flag]: isOn } });
    if (outcome.error === undefined) return toast.success(t`Saved`);
    toast.error(errorText(outcome.error));
    void settings.refetch();
  };
  return (
    <Box>
      <FormControlLabel
        control={
          <Switch
            checked={data[flag] ?? false}
            disabled={!editable || isLoading}
            onChange={(_, isOn) => void choose(isOn)}
          />
        }
        label={label}
      />
      <Typography variant="body2" color="textSecondary">
        {help}
      </Typography>
    </Box>
  );
}
