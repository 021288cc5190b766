import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import Place from "@mui/icons-material/PlaceOutlined";
import { useController, useWatch, type Control } from "react-hook-form";
import { FormTextField } from "@/shared/form/fields";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { useFindPlaceMutation } from "../places-api";
import type { SettingsValues } from "./settings-form";

const isDegrees = (value: unknown) => /^\s*(-?\d+([.,]\d+)?)?\s*$/.test(String(value)) || "Enter degrees, such as 48.2";

/** Where the address lies on a map: looked up by the service that knows addresses, or typed. */
export function PlaceOnMapFields({ control, disabled }: { control: Control<SettingsValues>; disabled: boolean }) {
  const website = useWebsite();
  const location = useWatch({ control, name: "location" });
  const { field: north } = useController({ control, name: "mapLat" });
  const { field: east } = useController({ control, name: "mapLng" });
  const [find, { data: found, error, isLoading, reset }] = useFindPlaceMutation();
  const address = [location.addressLine1, location.addressLine2, location.addressCountry].map((line) => line.trim()).filter((line) => line !== "");
  const look = async () => {
    reset();
    const { data } = await find({ websiteId: website.id, input: address.join(", ").slice(0, 200) });
    if (data == null) return;
    north.onChange(String(data.lat));
    east.onChange(String(data.lng));
  };
  const degrees = { control, disabled, rules: { validate: isDegrees } };
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Stack direction={{ xs: "column", sm: "row" }} sx={{ gap: 2, "& > *": { flex: 1 } }}>
        <FormTextField {...degrees} name="mapLat" label="Degrees north" help="For maps on pages; empty for none" />
        <FormTextField {...degrees} name="mapLng" label="Degrees east" />
      </Stack>
      {!disabled && (
        <Button
          size="small"
          color="inherit"
          startIcon={<Place />}
          sx={{ alignSelf: "flex-start" }}
          disabled={address.length === 0}
          loading={isLoading}
          onClick={() => void look()}
        >
          Find the address on the map
        </Button>
      )}
      <div role="status">
        {found != null && (
          <Typography variant="body2" color="textSecondary">
            Found: {found.formattedAddress}
          </Typography>
        )}
        {found === null && <Alert severity="info">The address was not found. Look for it on a map and type its degrees.</Alert>}
        {error !== undefined && <Alert severity="info">{errorText(error)} The degrees can be typed by hand.</Alert>}
      </div>
    </Stack>
  );
}
