import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import Search from "@mui/icons-material/Search";
import { useEffect, useState } from "react";
import { useDebounced } from "../hooks/use-debounced";

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A search field with debounced changes. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const settled = useDebounced(typed, 250);
  if (value !== known) {
    setKnown(value);
    // An external change, such as browser back, does not overwrite text being typed.
    if (settled === typed) setTyped(value);
  }
  useEffect(() => {
    if (settled !== value) onChange(settled);
    // Only debounced text is reported.
    // oxlint-disable-next-line exhaustive-deps
  }, [settled]);
  return (
    <TextField
      type="search"
      placeholder={label}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      slotProps={{
        htmlInput: { "aria-label": label },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Search fontSize="small" />
            </InputAdornment>
          ),
        },
      }}
      sx={{ maxWidth: { sm: 320 } }}
    />
  );
}
