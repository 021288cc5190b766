import { t } from "@lingui/core/macro";
import Chip from "@mui/material/Chip";
import type { Dimension } from "../api";
import { dimensionLabel, valueText } from "../dimension-texts";

interface FilterChipProps {
  dimension: Dimension;
  value: string;
  onRemove: () => void;
}

/** A filter; a click, Enter and Delete remove it. */
export function FilterChip({ dimension, value, onRemove }: FilterChipProps) {
  const label = t`${{ dimension: dimensionLabel(dimension) }}: ${{ value: valueText(dimension, value) }}`;
  return <Chip label={label} aria-label={t`Remove the filter ${label}`} onClick={onRemove} onDelete={onRemove} />;
}
