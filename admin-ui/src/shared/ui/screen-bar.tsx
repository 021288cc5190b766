import AppBar from "@mui/material/AppBar";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { BackArrow } from "./page";

interface ScreenBarProps {
  /** The way back. */
  back: { to: string; label: string };
  /** Title, status and actions, in a row. */
  children: ReactNode;
}

/** The frame of a bar above a screen that fills the window. */
export function ScreenBar({ back, children }: ScreenBarProps) {
  return (
    <AppBar
      position="static"
      color="inherit"
      elevation={0}
      sx={{ bgcolor: "background.paper", borderBottom: 1, borderColor: "divider" }}
    >
      <Stack
        direction="row"
        sx={{ alignItems: "center", gap: { xs: 0.5, md: 1 }, px: { xs: 0.75, md: 1.5 }, height: 56 }}
      >
        <IconButton component={Link} to={back.to} aria-label={back.label} size="small">
          <BackArrow />
        </IconButton>
        {children}
      </Stack>
    </AppBar>
  );
}
