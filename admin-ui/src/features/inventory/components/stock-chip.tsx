import Chip from "@mui/material/Chip";
import type { StockLevel } from "../api";

/** What is left of a variant, marked when it is little. */
export function StockChip({ level }: { level: StockLevel }) {
  if (level.unlimited) return <Chip size="small" variant="soft" label="Not counted" />;
  if (level.qtyInStock === 0) return <Chip size="small" variant="soft" color="error" label="Sold out" />;
  const color = level.isLow ? "warning" : "success";
  return <Chip size="small" variant="soft" color={color} label={`${level.qtyInStock} left`} />;
}
