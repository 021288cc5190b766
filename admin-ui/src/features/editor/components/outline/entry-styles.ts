import type { SxProps, Theme } from "@mui/material/styles";

export type DropSide = "above" | "below";

/** Drop indicator at an edge of an entry. */
export function dropLine(side: DropSide | null): string {
  return side === null ? "none" : `0 ${side === "above" ? -2 : 2}px 0 0 var(--stoa-palette-primary-main)`;
}

/** Styles of an outline line. */
export function entryStyle(current: boolean): SxProps<Theme> {
  return {
    width: "100%",
    minWidth: 0,
    justifyContent: "flex-start",
    textAlign: "left",
    gap: 1,
    px: 1,
    py: 0.625,
    borderRadius: 1,
    bgcolor: current ? "background.paper" : "transparent",
    boxShadow: current ? "inset 2px 0 0 var(--stoa-palette-primary-main), 0 1px 2px rgb(0 0 0 / 8%)" : "none",
    "&:hover": { bgcolor: current ? "background.paper" : "action.hover" },
    "&.Mui-focusVisible": { outline: "2px solid", outlineColor: "primary.main", outlineOffset: -2 },
  };
}
