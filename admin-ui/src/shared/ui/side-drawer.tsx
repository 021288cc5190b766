import { t } from "@lingui/core/macro";
import Drawer from "@mui/material/Drawer";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import Close from "@mui/icons-material/Close";
import type { ReactNode } from "react";

interface SideDrawerProps {
  title: string;
  /** In pixels; full width on a phone. */
  width: number;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A drawer at the right, with a title. */
export function SideDrawer({ title, width, open, onClose, children }: SideDrawerProps) {
  return (
    <Drawer
      anchor="right"
      open={open}
      onClose={onClose}
      slotProps={{ paper: { sx: { width: { xs: "100%", sm: width } }, "aria-label": title } }}
    >
      <Stack direction="row" sx={{ alignItems: "center", p: 2, pb: 1 }}>
        <Typography variant="h2" sx={{ flex: 1 }}>
          {title}
        </Typography>
        <IconButton aria-label={t`Close the ${{ title: title.toLowerCase() }}`} onClick={onClose}>
          <Close fontSize="small" />
        </IconButton>
      </Stack>
      {open && children}
    </Drawer>
  );
}
