import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { FormDialog } from "@/shared/form/form-dialog";
import { errorText } from "@/shared/i18n/error-text";
import { formatCount } from "@/shared/i18n/format";
import type { StockLevel, StockLine } from "../api";
import { readWhole } from "../stock-text";
import { useManyChanges, type ManyAnswer } from "../use-many-changes";

type Way = "raise" | "lower" | "to" | "unlimited";

const ways: { value: Way; label: string }[] = [
  { value: "raise", label: "Raise by" },
  { value: "lower", label: "Lower by" },
  { value: "to", label: "Set to a number" },
  { value: "unlimited", label: "Do not count" },
];

function lineOf({ variantId, revision }: StockLevel, way: Way, pieces: number): StockLine {
  if (way === "to") return { variantId, change: { way: "set", qtyInStock: pieces, revision } };
  if (way === "unlimited") return { variantId, change: { way, revision } };
  return { variantId, change: { way: "add", delta: way === "raise" ? pieces : -pieces } };
}

interface BulkStockDialogProps {
  levels: StockLevel[];
  onClose: () => void;
  /** Told of the lines that were answered; the dialog stays when some were not. */
  onDone: (answer: ManyAnswer) => void;
}

/** Changes the stock of all chosen variants in one step, and says why. */
export function BulkStockDialog({ levels, onClose, onDone }: BulkStockDialogProps) {
  const { run, isLoading } = useManyChanges();
  const [way, setWay] = useState<Way>("raise");
  const [pieces, setPieces] = useState("");
  const [reason, setReason] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);

  const save = async (): Promise<void> => {
    setError(null);
    setWrong(null);
    const number = way === "unlimited" ? 0 : readWhole(pieces);
    const least = way === "raise" || way === "lower" ? 1 : 0;
    if (number === null || number < least) {
      return setWrong(least === 1 ? "Enter a whole number from 1" : "Enter how many there are");
    }
    const answer = await run(levels.map((level) => lineOf(level, way, number)), reason);
    if (answer.error !== undefined) setError(errorText(answer.error));
    onDone(answer);
  };

  const isDifference = way === "raise" || way === "lower";
  return (
    <FormDialog
      title={`Change the stock of ${formatCount(levels.length, "variant", "variants")}`}
      error={error}
      submitLabel="Save"
      busy={isLoading}
      incomplete={levels.length === 0}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2.5, pt: 1 }}>
        <TextField select label="Change" value={way} onChange={(event) => setWay(event.target.value as Way)}>
          {ways.map(({ value, label }) => (
            <MenuItem key={value} value={value}>
              {label}
            </MenuItem>
          ))}
        </TextField>
        {way !== "unlimited" && (
          <TextField
            label="Pieces"
            value={pieces}
            onChange={(event) => setPieces(event.target.value)}
            error={wrong !== null}
            helperText={wrong ?? (isDifference ? "Of each; what others change at the same time counts too" : "Of each")}
            slotProps={{ htmlInput: { inputMode: "numeric", maxLength: 9 } }}
          />
        )}
        <TextField
          label="Reason"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          helperText="Stands in the history of each stock"
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
      </Stack>
    </FormDialog>
  );
}
