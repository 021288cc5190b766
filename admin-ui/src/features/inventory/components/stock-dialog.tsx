import { t } from "@lingui/core/macro";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useRef, useState } from "react";
import { AdjustBody } from "@stoa/api/rules";
import { maxOf } from "@/shared/form/field-rules";
import { problemCode } from "@/shared/api/api-error";
import { FormDialog } from "@/shared/form/form-dialog";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";
import { useAdjustStockMutation, useSetStockMutation, type StockLevel } from "../api";
import { deltaText, parseInteger, variantText } from "../stock-text";

type Way = "by" | "to" | "uncounted";

const ways: { value: Way; label: string }[] = [
  {
    value: "by",
    get label() {
      return t`Add or remove`;
    },
  },
  {
    value: "to",
    get label() {
      return t`Set to`;
    },
  },
  {
    value: "uncounted",
    get label() {
      return t`Do not track`;
    },
  },
];

interface StockDialogProps {
  level: StockLevel;
  onClose: () => void;
}

/** Changes the stock of a variant, with a reason. */
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
  // Idempotency key: a retry after a lost response must not count twice.
  const key = useRef(crypto.randomUUID());

  const save = async (): Promise<void> => {
    setError(null);
    setWrong(null);
    const number = parseInteger(pieces);
    const ref = { websiteId: website.id, variantId: level.variantId };
    if (way === "by") {
      if (number === null || number === 0) return setWrong(t`Enter how many to add, or a negative number to remove`);
      const adjustment = { delta: number, reason, idempotencyKey: key.current };
      return finish(await adjust({ ...ref, adjustment }), deltaText(number));
    }
    if (way === "to" && (number === null || number < 0)) return setWrong(t`Enter the number in stock`);
    const unlimited = way === "uncounted";
    const qtyInStock = unlimited ? 0 : (number ?? 0);
    const answer = await set({ ...ref, revision: level.revision, level: { unlimited, qtyInStock, reason } });
    finish(answer, unlimited ? t`not tracked` : String(qtyInStock));
  };

  const finish = (answer: { error?: unknown }, what: string): void => {
    if (answer.error === undefined) {
      onClose();
      toast.success(t`Stock of ${{ sku: level.sku }}: ${what}`);
      return;
    }
    const hasMoved = problemCode(answer.error) === "revision-stale";
    setError(
      hasMoved ? t`The stock has changed in the meantime. Close this dialog and try again.` : errorText(answer.error),
    );
    // A refused change was not applied, so another value is another change. A change whose response was lost may have
    // been applied.
    if (problemCode(answer.error) !== null) key.current = crypto.randomUUID();
  };

  const variant = variantText(level);
  return (
    <FormDialog
      title={variant === "" ? level.productName : `${level.productName}, ${variant}`}
      intro={
        level.unlimited ? t`Stock is not tracked at present.` : t`${{ qtyInStock: level.qtyInStock }} in stock now.`
      }
      error={error}
      submitLabel={t`Save`}
      busy={adjusting.isLoading || setting.isLoading}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2.5, pt: 1 }}>
        <TextField select label={t`Adjustment`} value={way} onChange={(event) => setWay(event.target.value as Way)}>
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
            label={way === "by" ? t`Quantity, negative to remove` : t`Quantity`}
            value={pieces}
            onChange={(event) => setPieces(event.target.value)}
            error={wrong !== null}
            helperText={wrong ?? (way === "by" ? t`On top of changes made at the same time` : undefined)}
            autoFocus
            slotProps={{ htmlInput: { inputMode: "text" } }}
          />
        )}
        <TextField
          label={t`Reason`}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          helperText={t`Shown in the stock history`}
          slotProps={{ htmlInput: { maxLength: maxOf(AdjustBody.entries.reason) } }}
        />
      </Stack>
    </FormDialog>
  );
}
