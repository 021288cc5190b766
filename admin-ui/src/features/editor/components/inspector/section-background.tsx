import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import FormLabel from "@mui/material/FormLabel";
import Stack from "@mui/material/Stack";
import { skipToken } from "@reduxjs/toolkit/query";
import { useId, useState } from "react";
import { useGetAssetQuery } from "@/shared/assets/api";
import { AssetPickerDialog } from "@/shared/assets/asset-picker-dialog";
import { FocalPointField } from "@/shared/assets/focal-point-field";
import type { SectionSettings } from "@/shared/page-document/document";
import { useWebsite } from "@/shared/session/hooks";
import { Thumbnail } from "@/shared/ui/thumbnail";
import { fieldsOf } from "../../schema/field";
import { SchemaFields } from "../fields/schema-fields";

type Background = NonNullable<SectionSettings["background"]>;

interface SectionBackgroundProps {
  value: Background | undefined;
  onChange: (value: Background | undefined) => void;
  disabled: boolean;
}

/** Light text must be readable on a white image, too: the server enforces the same bounds. */
const overlayFields = () =>
  fieldsOf({
    properties: {
      overlay: {
        type: "integer",
        get title() {
          return t`Image overlay`;
        },
        get description() {
          return t`Darkness of the overlay, 55 to 90. Text on it is white.`;
        },
        minimum: 55,
        maximum: 90,
        default: 60,
        "x-unit": "%",
      },
    },
  });

const percent = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 100);

/** The background image of a section. */
export function SectionBackground({ value, onChange, disabled }: SectionBackgroundProps) {
  const website = useWebsite();
  const labelId = useId();
  const [picking, setPicking] = useState(false);
  const { currentData: asset } = useGetAssetQuery(
    value === undefined ? skipToken : { websiteId: website.id, assetId: value.asset },
  );
  return (
    <Stack role="group" aria-labelledby={labelId} sx={{ gap: 1.5, mt: 2.25 }}>
      <FormLabel id={labelId} sx={{ typography: "caption" }}>
        {t`Background image`}
      </FormLabel>
      <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
        {value !== undefined && <Thumbnail url={asset?.url ?? null} alt={asset?.altText ?? ""} size={48} />}
        <Button size="small" variant="outlined" color="inherit" disabled={disabled} onClick={() => setPicking(true)}>
          {value === undefined ? t`Choose image` : t`Change image`}
        </Button>
        {value !== undefined && (
          <Button size="small" color="inherit" disabled={disabled} onClick={() => onChange(undefined)}>
            {t`Remove`}
          </Button>
        )}
      </Stack>
      {value !== undefined && asset !== undefined && (
        <FocalPointField
          url={asset.url}
          value={{ x: value.x / 100, y: value.y / 100 }}
          onChange={({ x, y }) => onChange({ ...value, x: percent(x), y: percent(y) })}
          disabled={disabled}
        />
      )}
      {value !== undefined && (
        <SchemaFields
          fields={overlayFields()}
          values={{ overlay: value.overlay }}
          onChange={({ overlay }) => onChange({ ...value, overlay: Number(overlay) })}
          disabled={disabled}
          errors={{}}
        />
      )}
      <AssetPickerDialog
        open={picking}
        selectedId={value?.asset ?? null}
        onClose={() => setPicking(false)}
        onPick={({ id, focalPoint }) => {
          onChange({ overlay: value?.overlay ?? 60, asset: id, x: percent(focalPoint.x), y: percent(focalPoint.y) });
          setPicking(false);
        }}
      />
    </Stack>
  );
}
