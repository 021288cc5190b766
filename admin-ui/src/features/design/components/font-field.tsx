import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { editorLabels } from "@/shared/i18n/editor-labels";
import type { ThemeSetting } from "../api";
import { useFonts } from "../hooks/use-fonts";

interface FontFieldProps {
  setting: ThemeSetting;
  value: string;
  help: string | undefined;
  isWrong: boolean;
  disabled: boolean;
  onChange: (value: string) => void;
}

/** A choice of fonts, each shown in its own typeface. */
export function FontField({ setting, value, help, isWrong, disabled, onChange }: FontFieldProps) {
  const fonts = useFonts(setting.choices);
  return (
    <>
      <TextField
        fullWidth
        select
        size="small"
        label={setting.title}
        value={value}
        disabled={disabled}
        error={isWrong}
        helperText={help}
        onChange={(event) => onChange(event.target.value)}
      >
        {setting.choices.map(({ value: choice, title }) => (
          <MenuItem key={String(choice)} value={String(choice)} sx={{ fontFamily: String(choice) }}>
            {title}
          </MenuItem>
        ))}
      </TextField>
      {fonts.error !== null && (
        <Stack direction="row" role="alert" sx={{ alignItems: "center", gap: 1, mt: 0.5 }}>
          <Typography variant="caption" color="error">
            {editorLabels.fonts}
          </Typography>
          <Button size="small" color="inherit" onClick={fonts.refetch}>
            {t`Try again`}
          </Button>
        </Stack>
      )}
    </>
  );
}
