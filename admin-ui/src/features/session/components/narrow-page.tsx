import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useEffect, type ReactNode } from "react";

interface NarrowPageProps {
  /** What the tab of the browser says. */
  title: string;
  children: ReactNode;
}

/** The frame of pages for people who are not signed in. */
export function NarrowPage({ title, children }: NarrowPageProps) {
  useEffect(() => {
    document.title = `${title} – Stoa`;
  }, [title]);
  return (
    <Box component="main" sx={{ minHeight: "100vh", display: "grid", alignContent: "center", px: 3, py: 6 }}>
      <Box sx={{ maxWidth: 420, width: "100%", mx: "auto" }}>
        <Typography variant="subtitle1" component="p" color="primary" sx={{ fontWeight: 600, mb: 4 }}>
          Stoa
        </Typography>
        {children}
      </Box>
    </Box>
  );
}
