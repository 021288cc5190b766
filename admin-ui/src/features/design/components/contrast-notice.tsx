import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import { uiLocale } from "@/shared/i18n/format";
import { lowContrastTexts, minContrast } from "../rules/contrast";
import type { Theme, Values } from "../api";

/** Lists texts with too little contrast; renders nothing if there are none. */
export function ContrastNotice({ theme, values }: { theme: Theme; values: Values }) {
  const faint = lowContrastTexts(theme, values);
  if (faint.length === 0) return null;
  const format = new Intl.NumberFormat(uiLocale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      {t`Hard to read: ${{ pairs: faint.map(({ text, ground, contrast }) => t`${text} on ${ground} (${{ contrast: format.format(contrast) }} to 1)`).join(", ") }}. Aim at ${minContrast} to 1 or more.`}
    </Alert>
  );
}
