import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import FormHelperText from "@mui/material/FormHelperText";
import IconButton from "@mui/material/IconButton";
import InputAdornment from "@mui/material/InputAdornment";
import MenuItem from "@mui/material/MenuItem";
import Slider from "@mui/material/Slider";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import RestartAlt from "@mui/icons-material/RestartAlt";
import { useId } from "react";
import type { ThemeSetting } from "../api";
import { FontField } from "./font-field";

interface SettingFieldProps {
  setting: ThemeSetting;
  value: unknown;
  /** Whether the site overrides the theme's value. */
  own: boolean;
  error: string | undefined;
  disabled: boolean;
  onChange: (value: unknown) => void;
  onReset: () => void;
}

/** One theme setting, with a button to reset it to the theme's value. */
export function SettingField(props: SettingFieldProps) {
  const { setting, own, disabled, onReset } = props;
  return (
    <Stack direction="row" sx={{ alignItems: "flex-start", gap: 0.5 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Control {...props} />
      </Box>
      <IconButton
        size="small"
        aria-label={t`Reset ${{ title: setting.title }}`}
        title={t`Reset to the theme's value`}
        disabled={!own || disabled}
        onClick={onReset}
        sx={{ mt: 0.5, visibility: own ? "visible" : "hidden" }}
      >
        <RestartAlt fontSize="small" />
      </IconButton>
    </Stack>
  );
}

function Control({ setting, value, error, disabled, onChange }: SettingFieldProps) {
  const labelId = useId();
  const help = error ?? (setting.description === "" ? undefined : setting.description);
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  const shared = {
    fullWidth: true,
    size: "small",
    label: setting.title,
    disabled,
    error: error !== undefined,
    helperText: help,
  } as const;
  switch (setting.kind) {
    case "color":
      return (
        <TextField
          {...shared}
          value={text}
          onChange={(event) => onChange(event.target.value)}
          slotProps={{
            input: {
              startAdornment: (
                <InputAdornment position="start">
                  <input
                    type="color"
                    aria-label={t`Pick ${{ title: setting.title }}`}
                    value={/^#[0-9a-f]{6}$/i.test(text) ? text : "#000000"}
                    disabled={disabled}
                    onChange={(event) => onChange(event.target.value)}
                    style={{ width: 28, height: 28, padding: 0, border: 0, background: "none" }}
                  />
                </InputAdornment>
              ),
            },
          }}
        />
      );
    case "choice":
      if (setting.choices.some(({ font }) => font != null)) {
        return (
          <FontField
            setting={setting}
            value={text}
            help={help}
            isWrong={error !== undefined}
            disabled={disabled}
            onChange={onChange}
          />
        );
      }
      return (
        <TextField {...shared} select value={text} onChange={(event) => onChange(event.target.value)}>
          {setting.choices.map(({ value: choice, title }) => (
            <MenuItem key={String(choice)} value={String(choice)}>
              {title}
            </MenuItem>
          ))}
        </TextField>
      );
    case "number":
      return (
        <Box>
          <Stack direction="row" sx={{ justifyContent: "space-between" }}>
            <Typography id={labelId} variant="caption">
              {setting.title}
            </Typography>
            <Typography variant="caption" color="textSecondary">
              {text}
              {setting.unit}
            </Typography>
          </Stack>
          <Slider
            size="small"
            aria-labelledby={labelId}
            value={typeof value === "number" ? value : Number(setting.default)}
            min={setting.minimum ?? 0}
            max={setting.maximum ?? 100}
            step={setting.step ?? 1}
            disabled={disabled}
            getAriaValueText={(shown) => `${shown} ${setting.unit}`}
            onChange={(_, next) => onChange(next)}
          />
          {help !== undefined && <FormHelperText error={error !== undefined}>{help}</FormHelperText>}
        </Box>
      );
    case "text":
      return <TextField {...shared} value={text} onChange={(event) => onChange(event.target.value)} />;
  }
}
