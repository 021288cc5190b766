import { plural, t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useToast } from "@/shared/ui/toast";
import type { StockLevel } from "../api";
import { lineError } from "../stock-text";
import type { BulkStockResult } from "../use-bulk-stock-update";
import { BulkStockDialog } from "./bulk-stock-dialog";

interface BulkStockBarProps {
  chosen: StockLevel[];
  onClear: () => void;
  /** Receives the variants with a result, which are deselected. */
  onDone: (variantIds: string[]) => void;
}

/** Bulk actions for the selected variants, and the error of each variant that was not changed. */
export function BulkStockBar({ chosen, onClear, onDone }: BulkStockBarProps) {
  const toast = useToast();
  const [changing, setChanging] = useState(false);
  const [failed, setFailed] = useState<{ name: string; reason: string }[]>([]);
  const done = (answer: BulkStockResult): void => {
    const skus = new Map(chosen.map(({ variantId, sku }) => [variantId, sku]));
    const complaints = answer.lines.flatMap((line) => {
      const reason = lineError(line);
      return reason === null ? [] : [{ name: line.level?.sku ?? skus.get(line.variantId) ?? line.variantId, reason }];
    });
    setFailed(complaints);
    const changed = answer.lines.length - complaints.length;
    if (changed > 0) toast.success(plural(changed, { one: "# variant updated", other: "# variants updated" }));
    if (answer.error === undefined) setChanging(false);
    onDone(answer.lines.map(({ variantId }) => variantId));
  };
  if (chosen.length === 0 && failed.length === 0 && !changing) return null;
  return (
    <Stack sx={{ gap: 1, mb: 2 }}>
      {chosen.length > 0 && (
        <Paper variant="card" role="region" aria-label={t`Selected variants`} sx={{ px: 2, py: 1 }}>
          <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
            <Typography variant="body2" sx={{ mr: "auto" }}>
              {plural({ count: chosen.length }, { one: "# variant selected", other: "# variants selected" })}
            </Typography>
            <Button color="inherit" onClick={onClear}>
              {t`Clear`}
            </Button>
            <Button variant="contained" onClick={() => setChanging(true)}>
              {t`Adjust stock`}
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
