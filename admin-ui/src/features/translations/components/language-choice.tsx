import { t } from "@lingui/core/macro";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import type { SiteLanguage } from "../api";

interface LanguageChoiceProps {
  languages: readonly SiteLanguage[];
  value: string;
  onChange: (code: string) => void;
}

/** The language of the translations. */
export function LanguageChoice({ languages, value, onChange }: LanguageChoiceProps) {
  return (
    <TextField
      select
      label={t`Language`}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      sx={{ mb: 2, width: { xs: 1, sm: 280 } }}
    >
      {languages.map(({ code, name, enabled }) => (
        <MenuItem key={code} value={code}>
          {enabled ? name : t`${name} (draft)`}
        </MenuItem>
      ))}
    </TextField>
  );
}
