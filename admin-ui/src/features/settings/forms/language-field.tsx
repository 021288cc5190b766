import Autocomplete, { createFilterOptions } from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { useController, type Control } from "react-hook-form";
import type { SettingsValues } from "./settings-form";

const inEnglish = new Intl.DisplayNames("en", { type: "language", languageDisplay: "standard" });

/** A language by its tag, such as German (Switzerland). */
function nameOf(tag: string): string {
  return inEnglish.of(tag) ?? tag;
}

/** What the language is called by those who speak it. */
function ownNameOf(tag: string): string {
  return new Intl.DisplayNames(tag, { type: "language", languageDisplay: "standard" }).of(tag) ?? tag;
}

const fitting = createFilterOptions<string>({ stringify: (tag) => `${nameOf(tag)} ${ownNameOf(tag)} ${tag}` });

interface LanguageFieldProps {
  control: Control<SettingsValues>;
  /** Tags, as the server offers them. */
  offered: string[];
  disabled: boolean;
}

/** The language that the site is written in, found by its name in English, in itself, or by its tag. */
export function LanguageField({ control, offered, disabled }: LanguageFieldProps) {
  const { field, fieldState } = useController({ control, name: "language" });
  const [initial] = useState(field.value);
  const options = (offered.includes(initial) ? offered : [initial, ...offered]).toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), "en"));
  const help =
    "Pages tell it to browsers and search engines, and it decides in which direction they are written and how dates, numbers and amounts look. " +
    "Letters come in it where it is English, German, French, Spanish or Japanese, in English otherwise. What you have written yourself is not translated.";
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
      noOptionsText="No such language."
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={field.ref}
          onBlur={field.onBlur}
          label="Language"
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? help}
        />
      )}
    />
  );
}
