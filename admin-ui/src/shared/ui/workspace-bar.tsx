import { t } from "@lingui/core/macro";
import AppBar from "@mui/material/AppBar";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import ArrowBack from "@mui/icons-material/ArrowBack";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useWebsite } from "@/shared/session/hooks";

interface WorkspaceBarProps {
  title: string;
  /** Status and actions, in a row behind the title. */
  children: ReactNode;
}

/** Bar of a screen that fills the window, with the way back to the site. */
export function WorkspaceBar({ title, children }: WorkspaceBarProps) {
  const website = useWebsite();
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
        <IconButton component={Link} to={`/sites/${website.id}`} aria-label={t`Home`} size="small">
          <ArrowBack fontSize="small" />
        </IconButton>
        <Typography variant="h2" component="h1" noWrap>
          {title}
        </Typography>
        {children}
      </Stack>
    </AppBar>
  );
}
