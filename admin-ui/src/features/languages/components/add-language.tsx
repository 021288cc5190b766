import { t } from "@lingui/core/macro";
import Autocomplete, { createFilterOptions } from "@mui/material/Autocomplete";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { displayName, uiLocale } from "@/shared/i18n/format";

/** The name of a language tag in the language of the admin, such as German (Switzerland). */
export function nameOf(tag: string): string {
  return displayName("language", tag);
}

function ownNameOf(tag: string): string {
  return new Intl.DisplayNames(tag, { type: "language", languageDisplay: "standard" }).of(tag) ?? tag;
}

const fitting = createFilterOptions<string>({ stringify: (tag) => `${nameOf(tag)} ${ownNameOf(tag)} ${tag}` });

interface AddLanguageProps {
  /** Tags that the site does not have yet. */
  offered: string[];
  busy: boolean;
  /** Why the last language could not be added. */
  error: string | null;
  /** Resolves to whether it was added. */
  onAdd: (tag: string) => Promise<boolean>;
}

/** Adds a language, searchable by name, native name or tag. */
export function AddLanguage({ offered, busy, error, onAdd }: AddLanguageProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const options = offered.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), uiLocale()));
  const add = async (): Promise<void> => {
    if (chosen !== null && (await onAdd(chosen))) setChosen(null);
  };
  return (
    <Stack direction={{ xs: "column", sm: "row" }} sx={{ gap: 2, alignItems: { sm: "flex-start" } }}>
      <Autocomplete
        autoHighlight
        options={options}
        getOptionLabel={nameOf}
        filterOptions={fitting}
        slotProps={{ paper: { elevation: 4 } }}
        value={chosen}
        onChange={(_, tag) => setChosen(tag)}
        noOptionsText={t`No such language.`}
        sx={{ flex: 1 }}
        renderInput={(params) => (
          <TextField
            {...params}
            label={t`New language`}
            error={error !== null}
            helperText={error ?? t`It is a draft at first: visitors do not see it until you make it public.`}
          />
        )}
      />
      <Button variant="contained" disabled={chosen === null || busy} onClick={() => void add()}>
        {t`Add language`}
      </Button>
    </Stack>
  );
}
