import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { formatCount } from "@/shared/i18n/format";
import { useToast } from "@/shared/ui/toast";
import type { StockLevel } from "../api";
import { complaintOf } from "../stock-text";
import type { ManyAnswer } from "../use-many-changes";
import { BulkStockDialog } from "./bulk-stock-dialog";

interface BulkStockBarProps {
  chosen: StockLevel[];
  onClear: () => void;
  /** Those that were answered are no longer chosen. */
  onDone: (variantIds: string[]) => void;
}

/** What can be done to the chosen variants at once, and how it went with each that was not changed. */
export function BulkStockBar({ chosen, onClear, onDone }: BulkStockBarProps) {
  const toast = useToast();
  const [changing, setChanging] = useState(false);
  const [failed, setFailed] = useState<{ name: string; reason: string }[]>([]);
  const done = (answer: ManyAnswer): void => {
    const skus = new Map(chosen.map(({ variantId, sku }) => [variantId, sku]));
    const complaints = answer.lines.flatMap((line) => {
      const reason = complaintOf(line);
      return reason === null ? [] : [{ name: line.level?.sku ?? skus.get(line.variantId) ?? line.variantId, reason }];
    });
    setFailed(complaints);
    const changed = answer.lines.length - complaints.length;
    if (changed > 0) toast.say(`${formatCount(changed, "variant", "variants")} changed`);
    if (answer.error === undefined) setChanging(false);
    onDone(answer.lines.map(({ variantId }) => variantId));
  };
  if (chosen.length === 0 && failed.length === 0 && !changing) return null;
  return (
    <Stack sx={{ gap: 1, mb: 2 }}>
      {chosen.length > 0 && (
        <Paper variant="card" role="region" aria-label="Chosen variants" sx={{ px: 2, py: 1 }}>
          <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
            <Typography variant="body2" sx={{ mr: "auto" }}>
              {formatCount(chosen.length, "variant", "variants")} chosen
            </Typography>
            <Button color="inherit" onClick={onClear}>
              Clear
            </Button>
            <Button variant="contained" onClick={() => setChanging(true)}>
              Change the stock
            </Button>
          </Stack>
        </Paper>
      )}
      {failed.length > 0 && (
        <Alert severity="warning" onClose={() => setFailed([])}>
          {failed.map(({ name, reason }) => (
            <div key={name}>
              {name}: {reason}
            </div>
          ))}
        </Alert>
      )}
      {changing && <BulkStockDialog levels={chosen} onClose={() => setChanging(false)} onDone={done} />}
    </Stack>
  );
}
