import Box from "@mui/material/Box";
import type { ReactNode } from "react";

/** Cards side by side where there is room. */
export function ReportGrid({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: "grid",
        gap: 2,
        alignItems: "start",
        gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "repeat(2, minmax(0, 1fr))" },
      }}
    >
      {children}
    </Box>
  );
}
