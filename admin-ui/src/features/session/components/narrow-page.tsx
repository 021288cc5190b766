import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useEffect, type ReactNode } from "react";

interface NarrowPageProps {
  /** Document title. */
  title: string;
  children: ReactNode;
}

/** Layout of pages for signed-out users. */
export function NarrowPage({ title, children }: NarrowPageProps) {
  useEffect(() => {
    document.title = `${title} – Stoa`;
  }, [title]);
  return (
    <Box component="main" sx={{ minHeight: "100vh", display: "grid", alignContent: "center", px: 3, py: 6 }}>
      <Box sx={{ maxWidth: 420, width: "100%", mx: "auto" }}>
        <Typography variant="subtitle1" component="p" color="primary" sx={{ fontWeight: 600, mb: 4 }}>
          {t`Stoa`}
        </Typography>
        {children}
      </Box>
    </Box>
  );
}
