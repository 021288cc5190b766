import Box from "@mui/material/Box";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect, useRef } from "react";
import { Link, matchPath, useLocation } from "react-router";
import { mayDo, useWebsite } from "@/shared/session/hooks";
import { AccountMenu } from "./account-menu";
import { navigation, type NavigationItem } from "./navigation";
import { SiteSwitcher } from "./site-switcher";

export function Sidebar() {
  const website = useWebsite();
  const list = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    // On a low screen the place somebody is at may lie below what is seen of the list.
    list.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest" });
  }, [pathname]);
  const allowed = (item: NavigationItem) => item.resource === undefined || mayDo(website, item.resource, "read");
  const groups = navigation
    .map((group) => ({ ...group, items: group.items.filter(allowed) }))
    .filter((group) => group.items.length > 0);
  return (
    <Stack sx={{ height: "100%" }}>
      <Box sx={{ p: 1.5 }}>
        <SiteSwitcher />
      </Box>
      <Box ref={list} component="nav" aria-label="Site" sx={{ flex: 1, overflowY: "auto", px: 1.5, pb: 2 }}>
        {groups.map((group) => (
          <Box key={group.items[0]?.path ?? ""} sx={{ mb: 1.5 }}>
            {group.label !== null && (
              <Typography variant="overline" color="textSecondary" component="h2" sx={{ px: 1.25, mb: 0.25, display: "block" }}>
                {group.label}
              </Typography>
            )}
            <List disablePadding>
              {group.items.map((item) => (
                <Entry key={item.path} item={{ ...item, path: item.pathOn?.(website) ?? item.path }} base={`/sites/${website.id}`} />
              ))}
            </List>
          </Box>
        ))}
      </Box>
      <Box sx={{ p: 1.5, borderTop: 1, borderColor: "divider" }}>
        <AccountMenu />
      </Box>
    </Stack>
  );
}

function Entry({ item, base }: { item: NavigationItem; base: string }) {
  const { icon: Icon, badge: Badge } = item;
  const { pathname } = useLocation();
  // The plan lies below the settings and has an entry of its own.
  const isExact = item.path === "" || (item.path === "settings" && pathname.startsWith(`${base}/settings/billing/`));
  const paths = [item.path, ...(item.covers ?? [])];
  const isHere = paths.some((path) => matchPath({ path: `${base}/${path}`, end: isExact }, pathname) !== null);
  return (
    <ListItem disablePadding>
      <ListItemButton
        component={Link}
        to={item.path === "" ? base : `${base}/${item.path}`}
        aria-current={isHere ? "page" : undefined}
        sx={{
          borderRadius: 1,
          py: 0.625,
          px: 1.25,
          mb: 0.25,
          color: "text.secondary",
          "&[aria-current=page]": {
            bgcolor: "background.paper",
            color: "text.primary",
            boxShadow: "0 1px 2px rgb(0 0 0 / 8%)",
            "& .MuiListItemIcon-root": { color: "primary.main" },
          },
        }}
      >
        <ListItemIcon sx={{ minWidth: 32, color: "inherit" }}>
          <Icon fontSize="small" />
        </ListItemIcon>
        <ListItemText primary={item.label} slotProps={{ primary: { variant: "body2", sx: { fontWeight: 500 } } }} />
        {Badge !== undefined && <Badge />}
      </ListItemButton>
    </ListItem>
  );
}
