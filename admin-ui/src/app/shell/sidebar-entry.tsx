import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import type { ComponentType } from "react";
import { Link } from "react-router";
import type { Screen } from "@/shared/screens/screen";

interface SidebarEntryProps {
  screen: Screen;
  address: string;
  /** Whether it is the current screen. */
  isHere: boolean;
  badge: ComponentType | undefined;
}

export function SidebarEntry({ screen: { label, icon: Icon }, address, isHere, badge: Badge }: SidebarEntryProps) {
  return (
    <ListItem disablePadding>
      <ListItemButton
        component={Link}
        to={address}
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
        <ListItemText primary={label} slotProps={{ primary: { variant: "body2", sx: { fontWeight: 500 } } }} />
        {Badge !== undefined && <Badge />}
      </ListItemButton>
    </ListItem>
  );
}
