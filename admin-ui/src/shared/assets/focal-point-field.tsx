import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import FormLabel from "@mui/material/FormLabel";
import Slider from "@mui/material/Slider";
import Stack from "@mui/material/Stack";
import { useId } from "react";
import { formatShare } from "../i18n/format";
import { useWebsite } from "../session/hooks";
import type { Asset } from "./api";
import { assetUrl } from "./asset-url";

type Point = Asset["focalPoint"];

interface FocalPointFieldProps {
  url: string;
  value: Point;
  onChange: (point: Point) => void;
  disabled?: boolean;
}

/** An image with its focal point, which stays visible when it is cropped: set by a click, or by two sliders. */
export function FocalPointField({ url, value, onChange, disabled = false }: FocalPointFieldProps) {
  const website = useWebsite();
  return (
    <Stack sx={{ gap: 2.5 }}>
      <Box
        sx={{ position: "relative", alignSelf: "center", lineHeight: 0, cursor: disabled ? "default" : "crosshair" }}
      >
        <Box
          component="img"
          src={assetUrl(website.url, url, 750)}
          alt=""
          sx={{ maxWidth: "100%", maxHeight: 320, borderRadius: 1 }}
          onClick={(event) => {
            if (disabled) return;
            const box = event.currentTarget.getBoundingClientRect();
            onChange({ x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height });
          }}
        />
        <Box
          aria-hidden
          sx={{
            position: "absolute",
            left: `${value.x * 100}%`,
            top: `${value.y * 100}%`,
            width: 22,
            height: 22,
            transform: "translate(-50%, -50%)",
            borderRadius: "50%",
            border: "3px solid #fff",
            boxShadow: "0 0 0 2px #000",
            pointerEvents: "none",
          }}
        />
      </Box>
      <Share label={t`From the left`} value={value.x} disabled={disabled} onChange={(x) => onChange({ ...value, x })} />
      <Share label={t`From the top`} value={value.y} disabled={disabled} onChange={(y) => onChange({ ...value, y })} />
    </Stack>
  );
}

interface ShareProps {
  label: string;
  value: number;
  disabled: boolean;
  onChange: (value: number) => void;
}

function Share({ label, value, disabled, onChange }: ShareProps) {
  const id = useId();
  return (
    <Box>
      <FormLabel id={id}>{label}</FormLabel>
      <Slider
        aria-labelledby={id}
        disabled={disabled}
        value={Math.round(value * 100)}
        valueLabelDisplay="auto"
        valueLabelFormat={(percent) => formatShare(percent / 100)}
        onChange={(_, percent) => onChange(Number(percent) / 100)}
      />
    </Box>
  );
}
