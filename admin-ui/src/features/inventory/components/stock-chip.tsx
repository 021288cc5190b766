import { t } from "@lingui/core/macro";
import Chip from "@mui/material/Chip";
import type { StockLevel } from "../api";

/** Stock of a variant, highlighted when it is low. */
export function StockChip({ level }: { level: StockLevel }) {
  if (level.unlimited) return <Chip size="small" variant="soft" label={t`Not tracked`} />;
  if (level.qtyInStock === 0) return <Chip size="small" variant="soft" color="error" label={t`Sold out`} />;
  const color = level.isLow ? "warning" : "success";
  return <Chip size="small" variant="soft" color={color} label={t`${{ qtyInStock: level.qtyInStock }} left`} />;
}
