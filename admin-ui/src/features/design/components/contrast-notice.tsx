import Alert from "@mui/material/Alert";
import { faintTexts, leastContrast } from "../rules/contrast";
import type { Theme, Values } from "../api";

/** Says which texts many people could not read; nothing when all can be read. */
export function ContrastNotice({ theme, values }: { theme: Theme; values: Values }) {
  const faint = faintTexts(theme, values);
  if (faint.length === 0) return null;
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      Hard to read:{" "}
      {faint.map(({ text, ground, contrast }) => `${text} on ${ground} (${contrast.toFixed(1)} to 1)`).join(", ")}. Aim at{" "}
      {leastContrast} to 1 or more.
    </Alert>
  );
}
