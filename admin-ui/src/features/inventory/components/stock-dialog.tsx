import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useRef, useState } from "react";
import { problemCode } from "@/shared/api/api-error";
import { FormDialog } from "@/shared/form/form-dialog";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";
import { useAdjustStockMutation, useSetStockMutation, type StockLevel } from "../api";
import { deltaText, readWhole, variantText } from "../stock-text";

type Way = "by" | "to" | "uncounted";

const ways: { value: Way; label: string }[] = [
  { value: "by", label: "Add or take away" },
  { value: "to", label: "Set to a number" },
  { value: "uncounted", label: "Do not count" },
];

interface StockDialogProps {
  level: StockLevel;
  onClose: () => void;
}

/** Changes the stock of a variant, and says why. */
export function StockDialog({ level, onClose }: StockDialogProps) {
  const website = useWebsite();
  const toast = useToast();
  const [adjust, adjusting] = useAdjustStockMutation();
  const [set, setting] = useSetStockMutation();
  const [way, setWay] = useState<Way>(level.unlimited ? "to" : "by");
  const [pieces, setPieces] = useState("");
  const [reason, setReason] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  // A repetition after a lost answer must not count twice.
  const key = useRef(crypto.randomUUID());

  const save = async (): Promise<void> => {
    setError(null);
    setWrong(null);
    const number = readWhole(pieces);
    const ref = { websiteId: website.id, variantId: level.variantId };
    if (way === "by") {
      if (number === null || number === 0) return setWrong("Enter how many come, or go with a minus");
      const adjustment = { delta: number, reason, idempotencyKey: key.current };
      return finish(await adjust({ ...ref, adjustment }), deltaText(number));
    }
    if (way === "to" && (number === null || number < 0)) return setWrong("Enter how many there are");
    const unlimited = way === "uncounted";
    const qtyInStock = unlimited ? 0 : (number ?? 0);
    const answer = await set({ ...ref, revision: level.revision, level: { unlimited, qtyInStock, reason } });
    finish(answer, unlimited ? "not counted" : String(qtyInStock));
  };

  const finish = (answer: { error?: unknown }, what: string): void => {
    if (answer.error === undefined) {
      onClose();
      toast.say(`Stock of ${level.sku}: ${what}`);
      return;
    }
    const hasMoved = problemCode(answer.error) === "revision-stale";
    setError(hasMoved ? "The stock has changed in the meantime. Close this and look again." : errorText(answer.error));
    // What was refused was not counted: another number is another change. An answer that was lost may have been counted.
    if (problemCode(answer.error) !== null) key.current = crypto.randomUUID();
  };

  const variant = variantText(level);
  return (
    <FormDialog
      title={variant === "" ? level.productName : `${level.productName}, ${variant}`}
      intro={level.unlimited ? "The stock is not counted now." : `There are ${level.qtyInStock} now.`}
      error={error}
      submitLabel="Save"
      busy={adjusting.isLoading || setting.isLoading}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2.5, pt: 1 }}>
        <TextField select label="Change" value={way} onChange={(event) => setWay(event.target.value as Way)}>
          {ways
            .filter(({ value }) => (level.unlimited ? value === "to" : true))
            .map(({ value, label }) => (
              <MenuItem key={value} value={value}>
                {label}
              </MenuItem>
            ))}
        </TextField>
        {way !== "uncounted" && (
          <TextField
            label={way === "by" ? "Pieces, with a minus for those that go" : "Pieces"}
            value={pieces}
            onChange={(event) => setPieces(event.target.value)}
            error={wrong !== null}
            helperText={wrong ?? (way === "by" ? "What others change at the same time counts too" : undefined)}
            autoFocus
            slotProps={{ htmlInput: { inputMode: "text", maxLength: 11 } }}
          />
        )}
        <TextField
          label="Reason"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          helperText="Stands in the history of the stock"
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
      </Stack>
    </FormDialog>
  );
}
