import Chip from "@mui/material/Chip";
import type { StockLevel } from "../api";

/** Stock of a variant, highlighted when it is low. */
export function StockChip({ level }: { level: StockLevel }) {
  if (level.unlimited) return <Chip size="small" variant="soft" label="Not tracked" />;
  if (level.qtyInStock === 0) return <Chip size="small" variant="soft" color="error" label="Sold out" />;
  const color = level.isLow ? "warning" : "success";
  return <Chip size="small" variant="soft" color={color} label={`${level.qtyInStock} left`} />;
}
