import { plural, t } from "@lingui/core/macro";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { StockChangesBody } from "@stoa/api/rules";
import { maxOf } from "@/shared/form/field-rules";
import { FormDialog } from "@/shared/form/form-dialog";
import { errorText } from "@/shared/i18n/error-text";
import type { StockLevel, StockLine } from "../api";
import { parseInteger } from "../stock-text";
import { useBulkStockUpdate, type BulkStockResult } from "../use-bulk-stock-update";

type Way = "raise" | "lower" | "to" | "unlimited";

const ways: { value: Way; label: string }[] = [
  {
    value: "raise",
    get label() {
      return t`Increase by`;
    },
  },
  {
    value: "lower",
    get label() {
      return t`Decrease by`;
    },
  },
  {
    value: "to",
    get label() {
      return t`Set to`;
    },
  },
  {
    value: "unlimited",
    get label() {
      return t`Do not track`;
    },
  },
];

function lineOf({ variantId, revision }: StockLevel, way: Way, pieces: number): StockLine {
  if (way === "to") return { variantId, change: { way: "set", qtyInStock: pieces, revision } };
  if (way === "unlimited") return { variantId, change: { way, revision } };
  return { variantId, change: { way: "add", delta: way === "raise" ? pieces : -pieces } };
}

interface BulkStockDialogProps {
  levels: StockLevel[];
  onClose: () => void;
  /** Called with the lines that have a result; the dialog stays open if some have none. */
  onDone: (answer: BulkStockResult) => void;
}

/** Changes the stock of all selected variants at once, with a reason. */
export function BulkStockDialog({ levels, onClose, onDone }: BulkStockDialogProps) {
  const { run, isLoading } = useBulkStockUpdate();
  const [way, setWay] = useState<Way>("raise");
  const [pieces, setPieces] = useState("");
  const [reason, setReason] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);

  const save = async (): Promise<void> => {
    setError(null);
    setWrong(null);
    const number = way === "unlimited" ? 0 : parseInteger(pieces);
    const least = way === "raise" || way === "lower" ? 1 : 0;
    if (number === null || number < least) {
      return setWrong(least === 1 ? t`Enter a whole number from 1` : t`Enter the number in stock`);
    }
    const answer = await run(
      levels.map((level) => lineOf(level, way, number)),
      reason,
    );
    if (answer.error !== undefined) setError(errorText(answer.error));
    onDone(answer);
  };

  const isDifference = way === "raise" || way === "lower";
  return (
    <FormDialog
      title={plural(
        { count: levels.length },
        { one: "Adjust stock of # variant", other: "Adjust stock of # variants" },
      )}
      error={error}
      submitLabel={t`Save`}
      busy={isLoading}
      incomplete={levels.length === 0}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2.5, pt: 1 }}>
        <TextField select label={t`Adjustment`} value={way} onChange={(event) => setWay(event.target.value as Way)}>
          {ways.map(({ value, label }) => (
            <MenuItem key={value} value={value}>
              {label}
            </MenuItem>
          ))}
        </TextField>
        {way !== "unlimited" && (
          <TextField
            label={t`Quantity`}
            value={pieces}
            onChange={(event) => setPieces(event.target.value)}
            error={wrong !== null}
            helperText={
              wrong ??
              (isDifference ? t`For each variant, on top of changes made at the same time` : t`For each variant`)
            }
            slotProps={{ htmlInput: { inputMode: "numeric" } }}
          />
        )}
        <TextField
          label={t`Reason`}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          helperText={t`Shown in the stock history of each variant`}
          slotProps={{ htmlInput: { maxLength: maxOf(StockChangesBody.entries.reason) } }}
        />
      </Stack>
    </FormDialog>
  );
}
