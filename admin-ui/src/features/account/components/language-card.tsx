import { t } from "@lingui/core/macro";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { errorText } from "@/shared/i18n/error-text";
import { bestLanguage, followChoice, languages } from "@/shared/i18n/language";
import { useAccount } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { useToast } from "@/shared/ui/toast";
import { useChooseLanguageMutation } from "../api";

const browser = "browser";

/** The name of a language in itself, such as "Deutsch". */
function ownNameOf(language: string): string {
  const name = new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** The language of the admin, which the account keeps. */
export function LanguageCard() {
  const chosen = useAccount()?.language ?? null;
  const [choose, { isLoading, error, originalArgs }] = useChooseLanguageMutation();
  const toast = useToast();
  const shown = isLoading ? originalArgs?.language : chosen;
  const save = async (language: string | null) => {
    const outcome = await choose({ language });
    if (outcome.error !== undefined) return;
    await followChoice(language).catch((problem: unknown) => toast.error(errorText(problem)));
  };
  return (
    <Card title={t`Language`}>
      <TextField
        select
        label={t`Language of the admin`}
        value={shown === null || shown === undefined ? browser : bestLanguage([shown])}
        error={error !== undefined}
        helperText={
          error === undefined
            ? t`In each browser in which you sign in, and in e-mails about your account. Your sites keep their own languages.`
            : errorText(error)
        }
        onChange={(event) => void save(event.target.value === browser ? null : event.target.value)}
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
