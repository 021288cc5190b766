import { t } from "@lingui/core/macro";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { errorText } from "@/shared/i18n/error-text";
import { chooseLanguage, chosenLanguage, languages, ownNameOf } from "@/shared/i18n/language";
import { Card } from "@/shared/ui/card";

const browser = "browser";

/** The language of the admin, as chosen in this browser. */
export function LanguageCard() {
  const [chosen, setChosen] = useState(chosenLanguage);
  const [error, setError] = useState<string | null>(null);
  const choose = async (language: string | null) => {
    setChosen(language);
    setError(null);
    await chooseLanguage(language).catch((problem: unknown) => setError(errorText(problem)));
  };
  return (
    <Card title={t`Language`}>
      <TextField
        select
        label={t`Language of the admin`}
        value={chosen ?? browser}
        error={error !== null}
        helperText={error ?? t`In this browser only. Your sites keep their own languages.`}
        onChange={(event) => void choose(event.target.value === browser ? null : event.target.value)}
        sx={{ width: "100%", maxWidth: 380 }}
      >
        <MenuItem value={browser}>{t`As in the browser`}</MenuItem>
        {languages.map((tag) => (
          <MenuItem key={tag} value={tag} lang={tag}>
            {ownNameOf(tag)}
          </MenuItem>
        ))}
      </TextField>
    </Card>
  );
}
