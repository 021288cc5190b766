import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Popover from "@mui/material/Popover";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import ArrowBack from "@mui/icons-material/ArrowBack";
import ArrowForward from "@mui/icons-material/ArrowForward";
import { useState } from "react";
import { MoveButton } from "@/shared/ui/move-button";
import { mirrored } from "@/shared/ui/mirrored";
import { longestName } from "./variant-matrix";

interface ValuePopoverProps {
  anchor: HTMLElement;
  /** All values of the option. */
  values: readonly string[];
  /** Index of the edited value. */
  at: number;
  onRename: (name: string) => void;
  onMove: (step: -1 | 1) => void;
  onRemove: () => void;
  onClose: () => void;
}

/** Renames, moves or removes an option value. Blur keeps the typed name; Escape discards it. */
export function ValuePopover({ anchor, values, at, onRename, onMove, onRemove, onClose }: ValuePopoverProps) {
  const value = values[at] ?? "";
  const [text, setText] = useState(value);
  const [wrong, setWrong] = useState<string | null>(null);
  const finish = () => {
    const name = text.trim();
    if (name === "") return setWrong(t`Enter a value`);
    if (name !== value && values.includes(name)) return setWrong(t`The option has this value already`);
    if (name !== value) onRename(name);
    onClose();
  };
  return (
    <Popover
      open
      anchorEl={anchor}
      anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
      disableRestoreFocus
      onClose={(_, reason) => (reason === "escapeKeyDown" ? onClose() : finish())}
      slotProps={{ paper: { role: "dialog", "aria-label": t`Value ${value}`, sx: { width: 280 } } }}
    >
      <Stack sx={{ p: 2, gap: 1.5 }}>
        <TextField
          label={t`Value`}
          autoFocus
          value={text}
          error={wrong !== null}
          helperText={wrong}
          onChange={(event) => {
            setText(event.target.value);
            setWrong(null);
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
            event.preventDefault();
            finish();
          }}
          slotProps={{ htmlInput: { maxLength: longestName } }}
        />
        <Stack direction="row" sx={{ gap: 0.5, alignItems: "center" }}>
          <MoveButton label={t`Move earlier`} blocked={at === 0} onMove={() => onMove(-1)}>
            <ArrowBack fontSize="small" sx={mirrored} />
          </MoveButton>
          <MoveButton label={t`Move later`} blocked={at === values.length - 1} onMove={() => onMove(1)}>
            <ArrowForward fontSize="small" sx={mirrored} />
          </MoveButton>
          <Button color="error" onClick={onRemove} sx={{ ml: "auto" }}>
            {t`Remove`}
          </Button>
          <Button variant="contained" onClick={finish}>
            {t`Done`}
          </Button>
        </Stack>
      </Stack>
    </Popover>
  );
}
