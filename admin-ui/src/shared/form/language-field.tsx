import { t } from "@lingui/core/macro";
import Autocomplete, { createFilterOptions } from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { useController, type Control, type FieldPath, type FieldValues } from "react-hook-form";
import { displayName, uiLocale } from "@/shared/i18n/format";

/** The name of a language tag, such as German (Switzerland). */
function nameOf(tag: string): string {
  return displayName("language", tag);
}

/** The name of a language in itself. */
function ownNameOf(tag: string): string {
  return new Intl.DisplayNames(tag, { type: "language", languageDisplay: "standard" }).of(tag) ?? tag;
}

const fitting = createFilterOptions<string>({ stringify: (tag) => `${nameOf(tag)} ${ownNameOf(tag)} ${tag}` });

/** The first of a browser's languages that is offered, with or without its region; null if none is. */
export function proposedLanguage(languages: readonly string[], offered: readonly string[]): string | null {
  const tags = languages.flatMap((tag) => [tag, tag.split("-")[0] ?? tag]);
  return tags.find((tag) => offered.includes(tag)) ?? null;
}

interface LanguageFieldProps<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPath<Values>;
  /** Language tags offered by the server. */
  offered: readonly string[];
  help: string;
  disabled?: boolean;
}

/** Language of a site, searchable by its name in the language of the admin, native name or tag. */
export function FormLanguageField<Values extends FieldValues>(props: LanguageFieldProps<Values>) {
  const { control, name, offered, help, disabled = false } = props;
  const { field, fieldState } = useController({ control, name });
  const chosen = String(field.value);
  const [initial] = useState(chosen);
  const options = (offered.includes(initial) ? offered : [initial, ...offered]).toSorted((one, other) =>
    nameOf(one).localeCompare(nameOf(other), uiLocale()),
  );
  return (
    <Autocomplete
      disableClearable
      autoHighlight
      options={options}
      getOptionLabel={nameOf}
      filterOptions={fitting}
      slotProps={{ paper: { elevation: 4 } }}
      value={chosen}
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
