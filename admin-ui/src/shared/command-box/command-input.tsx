import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import Close from "@mui/icons-material/Close";
import SearchIcon from "@mui/icons-material/Search";
import type { KeyboardEvent } from "react";

interface CommandInputProps {
  value: string;
  /** Id of the list that it controls. */
  listId: string;
  activeId: string | undefined;
  isExpanded: boolean;
  onChange: (value: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  /** Null if the surroundings close the dialog. */
  onClose: (() => void) | null;
}

/** Input of the command box; it keeps the focus while the list is navigated. */
export function CommandInput({ value, listId, activeId, isExpanded, onChange, onKeyDown, onClose }: CommandInputProps) {
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 1, p: 1.5, pb: 1 }}>
      <TextField
        autoFocus
        fullWidth
        placeholder={t`Search or run a command`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        slotProps={{
          htmlInput: {
            role: "combobox",
            "aria-label": t`Search`,
            "aria-autocomplete": "list",
            "aria-haspopup": "listbox",
            "aria-expanded": isExpanded,
            "aria-controls": listId,
            "aria-activedescendant": activeId,
            autoComplete: "off",
            spellCheck: false,
            maxLength: 200,
          },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <SearchIcon fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
      />
      {onClose !== null && (
        <IconButton aria-label={t`Close`} onClick={onClose}>
          <Close />
        </IconButton>
      )}
    </Box>
  );
}
