import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { skipToken } from "@reduxjs/toolkit/query";
import { useState } from "react";
import { useGetAssetQuery } from "@/shared/assets/api";
import { AssetPickerDialog } from "@/shared/assets/asset-picker-dialog";
import { errorText } from "@/shared/i18n/error-text";
import { useMay, useWebsite } from "@/shared/session/hooks";
import { Thumbnail } from "@/shared/ui/thumbnail";
import { ErrorState, LoadingRows } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import { useGetWebsiteSettingsQuery, useUpdateWebsiteSettingsMutation } from "../api";

const kinds = [
  { field: "iconId", label: "Picture in the tabs of browsers", help: "Square, and clear when it is small. Without one the initial of the site stands there." },
  { field: "shareImageId", label: "Picture for pages that are passed on", help: "Shown by other services for pages that have no picture of their own." },
] as const;

/** The pictures that stand for the whole site; each is saved at once. */
export function SitePictures() {
  const website = useWebsite();
  const toast = useToast();
  const editable = useMay("site-settings", "write");
  const settings = useGetWebsiteSettingsQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  const [update, { isLoading }] = useUpdateWebsiteSettingsMutation();
  const { data } = settings;
  if (settings.isError) return <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />;
  if (data === undefined) return <LoadingRows rows={2} />;
  const choose = async (field: (typeof kinds)[number]["field"], assetId: string | null) => {
    const outcome = await update({ websiteId: website.id, settings: { ...data, [field]: assetId } });
    if (outcome.error === undefined) return toast.say("Saved");
    toast.warn(errorText(outcome.error));
    void settings.refetch();
  };
  return (
    <Stack sx={{ gap: 2.5, pt: 1 }}>
      {kinds.map(({ field, label, help }) => (
        <SitePicture
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

interface SitePictureProps {
  label: string;
  help: string;
  assetId: string | null;
  disabled: boolean;
  onChoose: (assetId: string | null) => void;
}

function SitePicture({ label, help, assetId, disabled, onChoose }: SitePictureProps) {
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
          {assetId === null ? "Choose picture" : "Change picture"}
        </Button>
        {assetId !== null && (
          <Button color="inherit" disabled={disabled} onClick={() => onChoose(null)}>
            Remove
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
