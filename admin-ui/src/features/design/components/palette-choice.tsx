import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import type { Palette, Theme, Values } from "../api";
import { valueOf } from "../rules/style-rules";

interface PaletteChoiceProps {
  theme: Theme;
  values: Values;
  disabled: boolean;
  onChoose: (palette: Palette) => void;
}

/** Colours shown as swatches of a palette. */
const shown = ["color-paper", "color-surface", "color-accent", "color-dark"];

function isTaken(palette: Palette, theme: Theme, values: Values): boolean {
  const settings = theme.settings.filter((setting) => setting.name in palette.values);
  return settings.every((setting) => valueOf(values, setting) === palette.values[setting.name]);
}

/** Choice of palettes; sets all their colours at once. */
export function PaletteChoice({ theme, values, disabled, onChoose }: PaletteChoiceProps) {
  return (
    <Box
      role="group"
      aria-label={t`Palettes`}
      sx={{ display: "grid", gap: 1, gridTemplateColumns: "repeat(auto-fill, minmax(104px, 1fr))" }}
    >
      {theme.palettes.map((palette) => {
        const taken = isTaken(palette, theme, values);
        return (
          <ButtonBase
            key={palette.name}
            aria-pressed={taken}
            disabled={disabled}
            onClick={() => onChoose(palette)}
            sx={{
              display: "block",
              border: 2,
              borderColor: taken ? "primary.main" : "divider",
              borderRadius: 1.5,
              overflow: "hidden",
              typography: "caption",
              "&:focus-visible": { outline: "2px solid", outlineColor: "primary.main", outlineOffset: 2 },
            }}
          >
            <Box aria-hidden sx={{ display: "flex", height: 36 }}>
              {shown.map((name) => (
                <Box key={name} sx={{ flex: 1, bgcolor: String(palette.values[name] ?? "transparent") }} />
              ))}
            </Box>
            <Box sx={{ py: 0.75 }}>{palette.name}</Box>
          </ButtonBase>
        );
      })}
    </Box>
  );
}
