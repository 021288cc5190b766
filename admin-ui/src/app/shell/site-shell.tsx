import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Drawer from "@mui/material/Drawer";
import IconButton from "@mui/material/IconButton";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { Theme } from "@mui/material/styles";
import useMediaQuery from "@mui/material/useMediaQuery";
import Menu from "@mui/icons-material/Menu";
import Search from "@mui/icons-material/Search";
import { useState } from "react";
import { Outlet, ScrollRestoration, useLocation } from "react-router";
import { useCommandBox } from "@/shared/command-box/use-command-box";
import { useFocusRecovery } from "@/shared/hooks/use-focus-recovery";
import { useWebsite } from "@/shared/session/hooks";
import { TrialNotice } from "@/shared/trial/trial-notice";
import { Sidebar } from "./sidebar";

const sidebarWidth = 248;

/** Layout of a site's screens: navigation at the side, or in a drawer on narrow screens. */
export function SiteShell() {
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up("md"));
  const { pathname } = useLocation();
  // Path at which the drawer was opened: navigating away closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  useFocusRecovery(pathname);
  const { openBox, box } = useCommandBox();
  const search = () => {
    setOpenAt(null);
    openBox();
  };
  return (
    <Box sx={{ display: "flex", minHeight: "100vh", bgcolor: "stone.main" }}>
      <SkipLink />
      {wide ? (
        <Box sx={{ width: sidebarWidth, flexShrink: 0, position: "sticky", top: 0, height: "100vh" }}>
          <Sidebar onSearch={search} />
        </Box>
      ) : (
        <Drawer
          open={openAt === pathname}
          onClose={() => setOpenAt(null)}
          slotProps={{ paper: { sx: { width: 280, bgcolor: "stone.main" } } }}
        >
          <Sidebar onSearch={search} />
        </Drawer>
      )}
      <Box sx={{ flex: 1, minWidth: 0 }}>
        {!wide && <TopBar onMenu={() => setOpenAt(pathname)} onSearch={openBox} />}
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
      {box}
      <ScrollRestoration />
    </Box>
  );
}

function TopBar({ onMenu, onSearch }: { onMenu: () => void; onSearch: () => void }) {
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
      <IconButton aria-label={t`Open navigation`} onClick={onMenu}>
        <Menu />
      </IconButton>
      <Typography variant="subtitle2" noWrap sx={{ flex: 1 }}>
        {website.title}
      </Typography>
      <IconButton aria-label={t`Search`} aria-haspopup="dialog" onClick={onSearch}>
        <Search />
      </IconButton>
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
      {t`Skip to content`}
    </Link>
  );
}
