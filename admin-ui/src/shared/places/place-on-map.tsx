import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import Place from "@mui/icons-material/PlaceOutlined";
import { useController, type Control, type FieldPath, type FieldValues } from "react-hook-form";
import { SiteAddressDto } from "@stoa/api/rules";
import type { Limits } from "@stoa/api/rule";
import { fieldRules } from "../form/field-rules";
import { FormTextField } from "../form/fields";
import { errorText } from "../i18n/error-text";
import { useWebsite } from "../session/hooks";
import { useFindPlaceMutation } from "./api";

interface PlaceOnMapProps<Values extends FieldValues> {
  control: Control<Values>;
  /** Names of the coordinate fields. */
  names: { north: FieldPath<Values>; east: FieldPath<Values> };
  /** Address lines as typed. */
  address: string[];
  disabled: boolean;
}

/** Typed degrees; null if empty, NaN if invalid. */
function degreesOf(typed: unknown): number | null {
  const text = String(typed ?? "")
    .trim()
    .replace(",", ".");
  if (text === "") return null;
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
}

const words = {
  get wrong() {
    return t`Enter degrees, such as 48.2`;
  },
  outside: ({ min = 0, max = 0 }: Limits) => t`Enter degrees from ${min} to ${max}.`,
};
const latitudeRules = fieldRules(SiteAddressDto.entries.mapLat, words);
const longitudeRules = fieldRules(SiteAddressDto.entries.mapLng, words);

/** Coordinates of an address: looked up with the geocoder, or typed. */
export function PlaceOnMapFields<Values extends FieldValues>({
  control,
  names,
  address,
  disabled,
}: PlaceOnMapProps<Values>) {
  const website = useWebsite();
  const { field: north } = useController({ control, name: names.north });
  const { field: east } = useController({ control, name: names.east });
  const [find, { data: found, error, isLoading, reset }] = useFindPlaceMutation();
  const lines = address.map((line) => line.trim()).filter((line) => line !== "");
  const look = async () => {
    reset();
    const { data } = await find({ websiteId: website.id, input: lines.join(", ").slice(0, 200) });
    if (data == null) return;
    north.onChange(String(data.lat));
    east.onChange(String(data.lng));
  };
  const [lat, lng] = [degreesOf(north.value), degreesOf(east.value)];
  const isPlace = lat !== null && lng !== null && Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
  const degrees = { control, disabled };
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Stack direction={{ xs: "column", sm: "row" }} sx={{ gap: 2, "& > *": { flex: 1 } }}>
        <FormTextField
          {...degrees}
          name={names.north}
          label={t`Latitude`}
          help={t`For maps on pages, such as 48.2082. Leave empty for none`}
          {...latitudeRules}
        />
        <FormTextField
          {...degrees}
          name={names.east}
          label={t`Longitude`}
          help={t`Such as 16.3738. Negative for places in the west`}
          {...longitudeRules}
        />
      </Stack>
      {isPlace && (
        <Link
          href={`https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`}
          target="_blank"
          rel="noreferrer"
          variant="body2"
          sx={{ alignSelf: "flex-start" }}
        >
          {t`View on a map`}
        </Link>
      )}
      {!disabled && (
        <Button
          size="small"
          color="inherit"
          startIcon={<Place />}
          sx={{ alignSelf: "flex-start" }}
          disabled={lines.length === 0}
          loading={isLoading}
          onClick={() => void look()}
        >
          {t`Find the address on the map`}
        </Button>
      )}
      <div role="status">
        {found != null && (
          <Typography variant="body2" color="textSecondary">
            {t`Found: ${{ formattedAddress: found.formattedAddress }}`}
          </Typography>
        )}
        {found === null && (
          <Alert severity="info">
            {t`The address was not found. Find it on a map and enter its latitude and longitude.`}
          </Alert>
        )}
        {error !== undefined && (
          <Alert severity="info">{t`${{ errorText: errorText(error) }} You can enter latitude and longitude yourself.`}</Alert>
        )}
      </div>
    </Stack>
  );
}
