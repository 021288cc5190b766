import Box from "@mui/material/Box";
import Drawer from "@mui/material/Drawer";
import IconButton from "@mui/material/IconButton";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { Theme } from "@mui/material/styles";
import useMediaQuery from "@mui/material/useMediaQuery";
import Menu from "@mui/icons-material/Menu";
import { useState } from "react";
import { Outlet, ScrollRestoration, useLocation } from "react-router";
import { useKeptFocus } from "@/shared/hooks/use-kept-focus";
import { useWebsite } from "@/shared/session/hooks";
import { TrialNotice } from "@/shared/trial/trial-notice";
import { Sidebar } from "./sidebar";

const sidebarWidth = 248;

/** Navigation beside (or, on narrow screens, behind) the screens of one site. */
export function SiteShell() {
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up("md"));
  const { pathname } = useLocation();
  // Open at one address only: going elsewhere closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  useKeptFocus(pathname);
  return (
    <Box sx={{ display: "flex", minHeight: "100vh", bgcolor: "stone.main" }}>
      <SkipLink />
      {wide ? (
        <Box sx={{ width: sidebarWidth, flexShrink: 0, position: "sticky", top: 0, height: "100vh" }}>
          <Sidebar />
        </Box>
      ) : (
        <Drawer open={openAt === pathname} onClose={() => setOpenAt(null)} slotProps={{ paper: { sx: { width: 280, bgcolor: "stone.main" } } }}>
          <Sidebar />
        </Drawer>
      )}
      <Box sx={{ flex: 1, minWidth: 0 }}>
        {!wide && <TopBar onMenu={() => setOpenAt(pathname)} />}
        <Box
          component="main"
          id="main"
          tabIndex={-1}
          sx={{
            bgcolor: "background.default",
            minHeight: "100vh",
            outline: "none",
            borderLeft: { md: 1 },
            borderColor: { md: "divider" },
          }}
        >
          <TrialNotice />
          <Outlet />
        </Box>
      </Box>
      <ScrollRestoration />
    </Box>
  );
}

function TopBar({ onMenu }: { onMenu: () => void }) {
  const website = useWebsite();
  return (
    <Stack
      component="header"
      direction="row"
      sx={{
        position: "sticky",
        top: 0,
        zIndex: "appBar",
        alignItems: "center",
        gap: 1,
        px: 1,
        height: 52,
        bgcolor: "stone.main",
        borderBottom: 1,
        borderColor: "divider",
      }}
    >
      <IconButton aria-label="Open navigation" onClick={onMenu}>
        <Menu />
      </IconButton>
      <Typography variant="subtitle2" noWrap>
        {website.title}
      </Typography>
    </Stack>
  );
}

function SkipLink() {
  return (
    <Link
      href="#main"
      sx={{
        position: "fixed",
        left: 8,
        top: -60,
        zIndex: "tooltip",
        px: 2,
        py: 1,
        borderRadius: 1,
        bgcolor: "background.paper",
        "&:focus": { top: 8 },
      }}
    >
      Skip to content
    </Link>
  );
}
