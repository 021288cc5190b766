import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useToast } from "@/shared/ui/toast";

interface CopyableTextProps {
  label: string;
  text: string;
  /** Accessible name of the button, since there are several. */
  copyLabel: string;
  /** Takes the focus, as the successor of a button that is gone. */
  autoFocus?: boolean;
}

/** A text for use elsewhere, with a button that copies it. */
export function CopyableText({ label, text, copyLabel, autoFocus = false }: CopyableTextProps) {
  const toast = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(t`Copied`);
    } catch {
      toast.error(t`The browser does not allow copying here. Select the text and copy it yourself.`);
    }
  };
  return (
    <Stack direction={{ xs: "column", sm: "row" }} sx={{ gap: 1, alignItems: { sm: "flex-start" } }}>
      <TextField
        label={label}
        value={text}
        autoFocus={autoFocus}
        multiline
        fullWidth
        onFocus={(event) => event.target.select()}
        slotProps={{
          htmlInput: { readOnly: true, spellCheck: false, dir: "ltr", style: { wordBreak: "break-all" } },
          input: { sx: { fontFamily: "monospace", fontSize: 13 } },
        }}
      />
      <Button variant="outlined" color="inherit" aria-label={copyLabel} onClick={() => void copy()}>
        {t`Copy`}
      </Button>
    </Stack>
  );
}
