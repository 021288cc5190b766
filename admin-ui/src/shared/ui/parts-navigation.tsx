import BottomNavigation from "@mui/material/BottomNavigation";
import BottomNavigationAction from "@mui/material/BottomNavigationAction";
import type { ReactElement } from "react";

interface PartsNavigationProps<Part extends string> {
  label: string;
  parts: { value: Part; label: string; icon: ReactElement }[];
  value: Part;
  onChange: (value: Part) => void;
}

/** Switches between the parts of a screen where only one of them fits. */
export function PartsNavigation<Part extends string>({ label, parts, value, onChange }: PartsNavigationProps<Part>) {
  return (
    <BottomNavigation
      component="nav"
      aria-label={label}
      showLabels
      value={value}
      onChange={(_, next: Part) => onChange(next)}
      sx={{ borderTop: 1, borderColor: "divider", flexShrink: 0 }}
    >
      {parts.map((part) => (
        <BottomNavigationAction key={part.value} {...part} />
      ))}
    </BottomNavigation>
  );
}
