import { t } from "@lingui/core/macro";
import ButtonBase from "@mui/material/ButtonBase";
import Chip from "@mui/material/Chip";
import Cancel from "@mui/icons-material/Cancel";
import type { Dimension } from "../api";
import { filterText } from "../dimension-texts";

interface FilterChipProps {
  dimension: Dimension;
  value: string;
  onRemove: () => void;
}

/** A filter; its icon and the Delete key remove it, its text does not. */
export function FilterChip({ dimension, value, onRemove }: FilterChipProps) {
  const label = filterText(dimension, value);
  return (
    <Chip
      label={label}
      role="group"
      tabIndex={-1}
      onDelete={onRemove}
      deleteIcon={
        <ButtonBase
          aria-label={t`Remove the filter ${label}`}
          sx={{ borderRadius: "50%", flexShrink: 0 }}
          onKeyDown={(event) => {
            if (event.key === "Delete" || event.key === "Backspace") onRemove();
          }}
        >
          <Cancel fontSize="inherit" />
        </ButtonBase>
      }
    />
  );
}
