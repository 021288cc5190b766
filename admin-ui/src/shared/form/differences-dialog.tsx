import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useId, useState } from "react";
import { FormDialog } from "./form-dialog";

/** A field with conflicting values. */
export interface Difference {
  key: string;
  label: string;
  mine: string;
  theirs: string;
  /** The default choice. */
  usual: "mine" | "theirs";
}

interface DifferencesDialogProps {
  differences: readonly Difference[];
  onClose: () => void;
  /** Receives the keys of the fields that keep the local value. */
  onChoose: (mine: ReadonlySet<string>) => void;
}

/** Shows local and remote values side by side, and lets the user choose field by field. */
export function DifferencesDialog({ differences, onClose, onChoose }: DifferencesDialogProps) {
  const usual = differences.filter((difference) => difference.usual === "mine").map(({ key }) => key);
  const [mine, setMine] = useState<ReadonlySet<string>>(new Set(usual));
  const choose = (key: string, whose: string) =>
    setMine((current) => {
      const next = new Set(current);
      if (whose === "mine") next.add(key);
      else next.delete(key);
      return next;
    });
  return (
    <FormDialog
      title={t`What changed`}
      width="sm"
      intro={
        differences.length === 0
          ? t`What they saved is the same as what you have here. Continue and save.`
          : t`Choose which version to keep for each field. Nothing is saved before you save the form.`
      }
      error={null}
      submitLabel={t`Continue`}
      busy={false}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        // In React's tree the dialog is inside the form, though not in the DOM.
        event.stopPropagation();
        onChoose(mine);
      }}
    >
      {differences.length > 1 && (
        <Stack direction="row" sx={{ gap: 1, mb: 2, flexWrap: "wrap" }}>
          <Button
            variant="outlined"
            color="inherit"
            onClick={() => setMine(new Set(differences.map(({ key }) => key)))}
          >
            {t`Keep all of mine`}
          </Button>
          <Button variant="outlined" color="inherit" onClick={() => setMine(new Set())}>
            {t`Use all of theirs`}
          </Button>
        </Stack>
      )}
      <Stack sx={{ gap: 2 }}>
        {differences.map((difference) => (
          <OneDifference
            key={difference.key}
            difference={difference}
            whose={mine.has(difference.key) ? "mine" : "theirs"}
            onChoose={(whose) => choose(difference.key, whose)}
          />
        ))}
      </Stack>
    </FormDialog>
  );
}

interface OneDifferenceProps {
  difference: Difference;
  whose: "mine" | "theirs";
  onChoose: (whose: string) => void;
}

function OneDifference({ difference, whose, onChoose }: OneDifferenceProps) {
  const id = useId();
  const versions = [
    { value: "mine", label: t`Keep mine`, text: difference.mine },
    { value: "theirs", label: t`Use theirs`, text: difference.theirs },
  ];
  return (
    <Box>
      <Typography id={id} variant="h3" component="p">
        {difference.label}
      </Typography>
      <RadioGroup aria-labelledby={id} value={whose} onChange={(_, value) => onChoose(value)}>
        {versions.map(({ value, label, text }) => (
          <FormControlLabel
            key={value}
            value={value}
            control={<Radio size="small" />}
            sx={{ alignItems: "flex-start", mr: 0 }}
            label={
              <Box sx={{ py: 0.75, minWidth: 0 }}>
                {label}
                <Typography
                  variant="body2"
                  color="textSecondary"
                  sx={{ overflowWrap: "anywhere", whiteSpace: "pre-line" }}
                >
                  {text === "" ? t`Nothing` : text}
                </Typography>
              </Box>
            }
          />
        ))}
      </RadioGroup>
    </Box>
  );
}
