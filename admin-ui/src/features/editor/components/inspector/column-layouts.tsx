import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { useIsRightToLeft } from "../../hooks/use-open-preview";

interface ColumnLayout {
  name: string;
  spans: number[];
}

interface ColumnLayoutsProps {
  label: string;
  spans: number[];
  /** Layouts to choose from; the usual ones by default. */
  offered?: ColumnLayout[];
  disabled: boolean;
  onChange: (spans: number[]) => void;
}

const layouts: ColumnLayout[] = [
  {
    get name() {
      return t`One column`;
    },
    spans: [12],
  },
  {
    get name() {
      return t`Two columns`;
    },
    spans: [6, 6],
  },
  {
    get name() {
      return t`Narrow and wide`;
    },
    spans: [4, 8],
  },
  {
    get name() {
      return t`Wide and narrow`;
    },
    spans: [8, 4],
  },
  {
    get name() {
      return t`Three columns`;
    },
    spans: [4, 4, 4],
  },
  {
    get name() {
      return t`Four columns`;
    },
    spans: [3, 3, 3, 3],
  },
];

function keyOf(spans: number[]): string {
  return spans.join("-");
}

/** The column layout of a row, chosen by picture. */
export function ColumnLayouts({ label, spans, offered = layouts, disabled, onChange }: ColumnLayoutsProps) {
  const rightToLeft = useIsRightToLeft();
  return (
    <ToggleButtonGroup
      exclusive
      fullWidth
      size="small"
      aria-label={label}
      value={keyOf(spans)}
      disabled={disabled}
      onChange={(_, key: string | null) => {
        const layout = offered.find((candidate) => keyOf(candidate.spans) === key);
        if (layout) onChange(layout.spans);
      }}
    >
      {offered.map((layout) => (
        <ToggleButton key={layout.name} value={keyOf(layout.spans)} aria-label={layout.name} title={layout.name}>
          <Box
            aria-hidden
            dir={rightToLeft ? "rtl" : "ltr"}
            sx={{ display: "flex", gap: "2px", width: 24, height: 14 }}
          >
            {layout.spans.map((span, index) => (
              <Box key={index} sx={{ flex: span, bgcolor: "currentcolor", borderRadius: "2px", opacity: 0.75 }} />
            ))}
          </Box>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
