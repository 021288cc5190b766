import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { skipToken } from "@reduxjs/toolkit/query";
import { useState } from "react";
import { useGetAssetQuery } from "@/shared/assets/api";
import { AssetPickerDialog } from "@/shared/assets/asset-picker-dialog";
import { errorText } from "@/shared/i18n/error-text";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Thumbnail } from "@/shared/ui/thumbnail";
import { ErrorState, LoadingRows } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import { useGetWebsiteSettingsQuery, useUpdateWebsiteSettingsMutation } from "../api";

const kinds = [
  {
    field: "iconId",
    get label() {
      return t`Favicon`;
    },
    get help() {
      return t`Square, and recognizable at small sizes. Without one the first letter of the site title is shown.`;
    },
  },
  {
    field: "shareImageId",
    get label() {
      return t`Social sharing image`;
    },
    get help() {
      return t`Shown by other services for shared pages that have no image of their own.`;
    },
  },
] as const;

/** Favicon and social sharing image of the site; each is saved immediately. */
export function SiteImages() {
  const website = useWebsite();
  const toast = useToast();
  const editable = usePermission("site-settings", "write");
  const settings = useGetWebsiteSettingsQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  const [update, { isLoading }] = useUpdateWebsiteSettingsMutation();
  const { data } = settings;
  if (settings.isError) return <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />;
  if (data === undefined) return <LoadingRows rows={2} />;
  const choose = async (field: (typeof kinds)[number]["field"], assetId: string | null) => {
    const outcome = await update({ websiteId: website.id, settings: { ...data, [field]: assetId } });
    if (outcome.error === undefined) return toast.success(t`Saved`);
    toast.error(errorText(outcome.error));
    void settings.refetch();
  };
  return (
    <Stack sx={{ gap: 2.5, pt: 1 }}>
      {kinds.map(({ field, label, help }) => (
        <SiteImage
          key={field}
          label={label}
          help={help}
          assetId={data[field] ?? null}
          disabled={!editable || isLoading}
          onChoose={(assetId) => void choose(field, assetId)}
        />
      ))}
    </Stack>
  );
}

interface SiteImageProps {
  label: string;
  help: string;
  assetId: string | null;
  disabled: boolean;
  onChoose: (assetId: string | null) => void;
}

function SiteImage({ label, help, assetId, disabled, onChoose }: SiteImageProps) {
  const website = useWebsite();
  const [picking, setPicking] = useState(false);
  const { data: asset } = useGetAssetQuery(assetId === null ? skipToken : { websiteId: website.id, assetId });
  return (
    <Box role="group" aria-label={label}>
      <Typography variant="subtitle2" component="h3">
        {label}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {help}
      </Typography>
      <Stack direction="row" sx={{ gap: 1.5, alignItems: "center", flexWrap: "wrap" }}>
        {assetId !== null && <Thumbnail url={asset?.url ?? null} alt={asset?.altText ?? ""} size={48} />}
        <Button variant="outlined" color="inherit" disabled={disabled} onClick={() => setPicking(true)}>
          {assetId === null ? t`Choose image` : t`Change image`}
        </Button>
        {assetId !== null && (
          <Button color="inherit" disabled={disabled} onClick={() => onChoose(null)}>
            {t`Remove`}
          </Button>
        )}
      </Stack>
      <AssetPickerDialog
        open={picking}
        selectedId={assetId}
        onPick={({ id }) => {
          setPicking(false);
          onChoose(id);
        }}
        onClose={() => setPicking(false)}
      />
    </Box>
  );
}
