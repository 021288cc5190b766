import { t } from "@lingui/core/macro";
import Autocomplete, { createFilterOptions } from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { useController, type Control } from "react-hook-form";
import { displayName, uiLocale } from "@/shared/i18n/format";
import type { SettingsValues } from "./settings-values";

/** The name of a language tag, such as German (Switzerland). */
function nameOf(tag: string): string {
  return displayName("language", tag);
}

/** The name of a language in itself. */
function ownNameOf(tag: string): string {
  return new Intl.DisplayNames(tag, { type: "language", languageDisplay: "standard" }).of(tag) ?? tag;
}

const fitting = createFilterOptions<string>({ stringify: (tag) => `${nameOf(tag)} ${ownNameOf(tag)} ${tag}` });

interface LanguageFieldProps {
  control: Control<SettingsValues>;
  /** Language tags offered by the server. */
  offered: string[];
  disabled: boolean;
}

/** Language of the site, searchable by its name in the language of the admin, native name or tag. */
export function LanguageField({ control, offered, disabled }: LanguageFieldProps) {
  const { field, fieldState } = useController({ control, name: "language" });
  const [initial] = useState(field.value);
  const options = (offered.includes(initial) ? offered : [initial, ...offered]).toSorted((one, other) =>
    nameOf(one).localeCompare(nameOf(other), uiLocale()),
  );
  const help = t`Used by browsers and search engines. It sets the text direction and the format of dates, numbers and amounts. E-mails are sent in it if it is English, German, French, Spanish, Italian, Portuguese, Dutch, Japanese, simplified Chinese, Arabic or Hebrew, otherwise in English. Your own texts are not translated.`;
  return (
    <Autocomplete
      disableClearable
      autoHighlight
      options={options}
      getOptionLabel={nameOf}
      filterOptions={fitting}
      slotProps={{ paper: { elevation: 4 } }}
      value={field.value}
      onChange={(_, tag) => field.onChange(tag)}
      disabled={disabled}
      noOptionsText={t`No such language.`}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={field.ref}
          onBlur={field.onBlur}
          label={t`Language`}
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? help}
        />
      )}
    />
  );
}
